package secret

import "strings"

// A shape is a kind of token that its first letters give away.
type shape struct {
	lead  string
	least int // letters after the lead
	most  int // letters after the lead; 0: no bound
	kind  string
	rule  string
}

// shapes are tokens that gitleaks' rules know in another length, or not at all, or only beside their vendor's name. A text
// that somebody cut short, or a vendor who made tokens longer, must not open a gap.
var shapes = [...]shape{
	{"AKIA", 16, 16, "AWS access key id", "aws-access-key-id"},
	{"ASIA", 16, 16, "AWS access key id", "aws-access-key-id"},
	{"ghp_", 30, 0, "GitHub personal access token", "github-token"},
	{"gho_", 30, 0, "GitHub OAuth token", "github-token"},
	{"ghu_", 30, 0, "GitHub app token", "github-token"},
	{"ghs_", 30, 0, "GitHub app token", "github-token"},
	{"ghr_", 30, 0, "GitHub refresh token", "github-token"},
	{"github_pat_", 30, 0, "GitHub fine-grained personal access token", "github-token"},
	{"glpat-", 16, 0, "GitLab personal access token", "gitlab-token"},
	{"sk-ant-", 24, 0, "Anthropic API key", "anthropic-key"},
	{"sk-proj-", 24, 0, "OpenAI API key", "openai-key"},
	{"sk-svcacct-", 24, 0, "OpenAI API key", "openai-key"},
	{"sk-or-v1-", 32, 0, "OpenRouter API key", "openrouter-key"},
	{"sk-", 32, 0, "API key", "sk-key"},
	{"sk_live_", 16, 0, "Stripe secret key", "stripe-key"},
	{"rk_live_", 16, 0, "Stripe restricted key", "stripe-key"},
	{"whsec_", 24, 0, "Stripe webhook secret", "stripe-key"},
	{"xoxb-", 16, 0, "Slack bot token", "slack-token"},
	{"xoxp-", 16, 0, "Slack user token", "slack-token"},
	{"xoxa-", 16, 0, "Slack workspace token", "slack-token"},
	{"xoxr-", 16, 0, "Slack refresh token", "slack-token"},
	{"xoxs-", 16, 0, "Slack session token", "slack-token"},
	{"xoxc-", 16, 0, "Slack client token", "slack-token"},
	{"xoxd-", 16, 0, "Slack cookie", "slack-token"},
	{"xapp-", 16, 0, "Slack app token", "slack-token"},
	{"AIza", 35, 0, "Google API key", "google-key"},
	{"ya29.", 24, 0, "Google OAuth access token", "google-token"},
	{"GOCSPX-", 24, 0, "Google OAuth client secret", "google-client-secret"},
	{"hf_", 30, 0, "Hugging Face token", "huggingface-token"},
	{"npm_", 30, 0, "npm access token", "npm-token"},
	{"pypi-", 40, 0, "PyPI upload token", "pypi-token"},
	{"dckr_pat_", 20, 0, "Docker access token", "docker-token"},
	{"gsk_", 40, 0, "Groq API key", "groq-key"},
	{"xai-", 40, 0, "xAI API key", "xai-key"},
	{"nvapi-", 40, 0, "NVIDIA API key", "nvidia-key"},
	{"tskey-", 20, 0, "Tailscale key", "tailscale-key"},
	{"sbp_", 36, 0, "Supabase access token", "supabase-token"},
	{"figd_", 36, 0, "Figma access token", "figma-token"},
	{"r8_", 36, 0, "Replicate API token", "replicate-token"},
	{"SG.", 40, 0, "SendGrid API key", "sendgrid-key"},
	{"secret_", 43, 43, "Notion integration token", "notion-token"},
	{"pcsk_", 40, 0, "Pinecone API key", "pinecone-key"},
	{"tvly-", 28, 0, "Tavily API key", "tavily-key"},
	{"re_", 30, 40, "Resend API key", "resend-key"},
	{"sb_secret_", 24, 0, "Supabase secret key", "supabase-token"},
	{"lsv2_", 36, 0, "LangSmith API key", "langsmith-key"},
	{"fm2_", 60, 0, "Fly access token", "fly-token"},
	{"nfp_", 36, 0, "Netlify access token", "netlify-token"},
	{"NRAK-", 27, 27, "New Relic user key", "newrelic-key"},
	{"ATBB", 32, 32, "Bitbucket app password", "bitbucket-password"},
	{"BSA", 28, 28, "Brave Search API key", "brave-key"},
	{"sk_", 40, 0, "API key", "sk-key"},
	{"cio", 32, 32, "crates.io token", "crates-token"},
	{"1//0", 40, 0, "Google OAuth refresh token", "google-token"},
	{"dop_v1_", 40, 0, "DigitalOcean access token", "digitalocean-token"},
}

// findTokens finds tokens by their first letters, JSON web tokens, and Telegram's.
func findTokens(t subject) []hit {
	var hits []hit
	add := func(start, end int, kind, rule string) {
		hits = append(hits, hit{start: start, end: end, kind: kind, rule: rule, weight: byShape})
	}
	for _, s := range shapes {
		var run attempts
		each(t.text, s.lead, func(at int) {
			if !startsWord(t.text, at) || !run.begins(at) {
				return
			}
			end := skipSome(t.text, at+len(s.lead), longestValue, func(c byte) bool { return isWord(c) || c == '-' || c == '.' && s.lead == "SG." })
			run.end = end
			if n := s.body(t.text[at+len(s.lead) : end]); n > 0 {
				add(at, at+len(s.lead)+n, s.kind, s.rule)
			}
		})
	}
	var run attempts
	each(t.text, "eyJ", func(at int) {
		if !startsWord(t.text, at) || !run.begins(at) {
			return
		}
		end := skipSome(t.text, at, 1<<14, func(c byte) bool { return isWord(c) || c == '-' || c == '.' })
		run.end = end
		if parts := strings.SplitN(t.text[at:end], ".", 4); len(parts) >= 3 && len(parts[0]) >= 12 && len(parts[1]) >= 12 && len(parts[2]) >= 10 {
			add(at, end, "JSON web token", "json-web-token")
		}
	})
	each(t.text, ":AA", func(at int) {
		start := at
		for start > 0 && at-start < 11 && isDigit(t.text[start-1]) {
			start--
		}
		end := skipSome(t.text, at+1, 64, func(c byte) bool { return isWord(c) || c == '-' })
		if at-start >= 8 && at-start <= 10 && end-at-1 >= 33 && end-at-1 <= 36 {
			add(start, end, "Telegram bot token", "telegram-token")
		}
	})
	return hits
}

// body gives how many letters of what follows the lead are the token's; 0 if it is none.
func (s shape) body(text string) int {
	body := strings.TrimRight(text, "-._")
	switch {
	case len(body) < s.least || s.most > 0 && len(body) > s.most || isStandIn(body) || isWordy(body):
		return 0
	case !strings.ContainsAny(body, digits) && lowerASCII(body) == body:
		return 0
	case (s.lead == "AKIA" || s.lead == "ASIA") && strings.Trim(body, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "":
		return 0
	}
	return len(body)
}

// attempts bounds the work where a lead stands again and again in one run of letters.
type attempts struct {
	end, made int
}

// begins reports whether one more try may be made at an offset: four in a run, whose end the caller sets.
func (a *attempts) begins(at int) bool {
	if at >= a.end {
		a.made = 0
	}
	a.made++
	return a.made <= 4
}
