package dream

import "context"

func conflict(ctx context.Context, n *night) error { return nil }
