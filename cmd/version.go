package cmd

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version is the version of mem: of the module where it was installed by one, else the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel-" + s.Value[:min(12, len(s.Value))]
		}
	}
	return "devel"
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "The version of mem",
		Long:    "Print the version of mem and of the Go that built it.",
		Example: "  mem version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return a.printJSON(map[string]string{"version": version(), "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH})
			}
			a.printf("mem %s\n", version())
			return nil
		},
	}
}
