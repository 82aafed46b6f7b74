package secret_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mem/internal/secret"
)

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	base62 = lower + upper + digits
	hexa   = digits + "abcdef"
)

// made gives n random letters of an alphabet, the same in each run. No value in these tests is written out: the repository
// must pass the scanners of others.
func made(alphabet string, n int) string {
	r := rand.New(rand.NewPCG(uint64(len(alphabet)), uint64(n)))
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

func basic(pair string) string { return base64.StdEncoding.EncodeToString([]byte(pair)) }

func scanner(t testing.TB) *secret.Scanner {
	t.Helper()
	s := secret.New()
	return s
}

// A row is a text with one credential: before + value + after.
type row struct {
	says, before, value, after string
}

func credentials() []row {
	word := "s3cr3t" + "WordZq"
	pem := func(label, body string) string {
		return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----"
	}
	escaped := strings.ReplaceAll(pem("PRIVATE"+" KEY", made(base62, 64)), "\n", `\n`)
	return []row{
		{"a GitHub token in a sentence", "deploy with token ", "ghp_" + made(base62, 36), " on the relay"},
		{"a GitHub token before a full stop", "The token was ", "ghp_" + made(base62, 36), "."},
		{"a GitHub OAuth token in brackets", "(", "gho_" + made(base62, 36), ")"},
		{"a GitHub server token in markdown code", "use `", "ghs_" + made(base62, 36), "` there"},
		{"a GitHub token cut a little short", "", "ghp_" + made(base62, 31), ""},
		{"a fine-grained GitHub token", "", "github_pat_" + made(base62, 22) + "_" + made(base62, 59), ""},
		{"a GitLab token", "export T=", "glpat-" + made(base62, 20), ""},
		{"an AWS id alone", "the id is ", "AKIA" + "Q7Z2M4N6P8R1T3V5", " for the mirror"},
		{"an AWS id of a session", "", "ASIA" + made(upper+digits, 16), ", it said"},
		{"an AWS secret key in a profile", "aws_secret_access_key = ", made(base62+"/+", 40), "\nregion = eu-west-1"},
		{"an Anthropic key", "key ", "sk-ant-api03-" + made(base62+"-_", 93) + "AA", ""},
		{"an Anthropic key of another length", "", "sk-ant-" + made(base62, 40), ""},
		{"an OpenAI project key", "", "sk-proj-" + made(base62, 48), ""},
		{"an OpenAI key of the old kind", "", "sk-" + made(base62, 48), ""},
		{"a Google API key", "map loads with ", "AIza" + made(base62, 35), ""},
		{"a Google client secret", "", "GOCSPX-" + made(base62, 28), ""},
		{"a Slack bot token", "", "xoxb-" + made(digits, 12) + "-" + made(digits, 12) + "-" + made(base62, 24), ""},
		{"a Slack user token", "", "xoxp-" + made(digits, 11) + "-" + made(digits, 11) + "-" + made(hexa, 32), ""},
		{"a Slack webhook", "posts to ", "https://hooks.slack.com/services/T" + made(upper+digits, 8) + "/B" + made(upper+digits, 8) + "/" + made(base62, 24), ""},
		{"a Stripe live key", "", "sk_live_" + made(base62, 24), ""},
		{"an npm token in .npmrc", "//registry.npmjs.org/:_authToken=", "npm_" + made(base62, 36), ""},
		{"a PyPI token", "", "pypi-" + "AgEIcHlwaS5vcmc" + made(base62, 60), ""},
		{"a Hugging Face token", "HF_TOKEN=", "hf_" + made(base62, 34), ""},
		{"a SendGrid key", "", "SG." + made(base62, 22) + "." + made(base62, 43), ""},
		{"a Telegram bot's token", "bot ", made("123456789", 9) + ":AA" + made(base62, 33), " answers"},
		{"a JSON web token", "jwt: ", "eyJ" + made(base62, 30) + ".eyJ" + made(base62, 60) + "." + made(base62, 43), ""},
		{"a DigitalOcean token", "", "dop_v1_" + made(hexa, 64), ""},
		{"a GitLab runner's token", "", "glrt-" + made(base62, 20), ""},
		{"an OpenAI service account", "", "sk-svcacct-" + made(base62, 48), ""},
		{"a Google refresh token", "", "1//0" + made(base62, 60), ""},
		{"a Twilio key", "twilio key ", "SK" + made(hexa, 32), ""},
		{"a Vault token", "", "hvs." + made(base62, 90), ""},
		{"a Notion token", "", "secret_" + made(base62, 43), ""},
		{"a Resend key", "", "re_" + made(base62, 8) + "_" + made(base62, 24), ""},
		{"a token in a link", "[x](https://h/?t=", "ghp_" + made(base62, 36), ")"},
		{"a token in bold type", "**", "ghp_" + made(base62, 36), "**"},
		{"a token between Chinese letters", "令牌", "ghp_" + made(base62, 36), "。"},
		{"an age key", "", "AGE-SECRET-KEY-1" + made("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58), ""},

		{"a password in a URL", "clone from https://bob:", word, "@git.example.invalid/x"},
		{"a password in a database's URL", "DATABASE_URL=postgres://app:", "Tr0ub4dor&3", "@db:5432/prod"},
		{"a password with an @ in a URL", "redis://default:", "p" + "@ssW0rd9", "@cache:6379/0"},
		{"a plain word as a URL's password", "amqp://relay:", "sesame" + "street", "@mq.internal//"},
		{"a URL in angle brackets", "see <mongodb+srv://root:", word, "@c0.mongodb.net/db>"},
		{"a token as a URL's user's password", "https://x-access-token:", made(base62, 24), "@github.com/o/r.git"},
		{"a URL as the whole field", "https://bob:", word, "@x.invalid/"},

		{"a URL's password without a user", "redis://:", "Gr33n" + "field!", "@cache:6379/0"},
		{"a list of addresses", "nats://relay:", made(base62, 22), "@n1:4222"},
		{"a camera's address", "rtsp://admin:", "Gr33n" + "field!", "@10.0.0.4:554/h264"},
		{"an escaped password in a URL", "postgresql+psycopg2://app:", "p%40ss%2F" + "w0rd", "@db/x"},
		{"a token as a URL's user", "clone https://", made(hexa, 40), "@github.com/a/b"},
		{"a Go data source", "dsn: app:", "Gr33n" + "field!", "@tcp(127.0.0.1:3306)/db"},
		{"a shared access signature", "https://x.blob.core.windows.net/c?sv=2022-11-02&sig=", made(base62, 43) + "%3D", ""},
		{"a Discord webhook", "https://discord.com/api/webhooks/" + made(digits, 18) + "/", made(base62, 68), ""},

		{"a quoted password", `password = "`, "hunt" + "er2", `"`},
		{"a quoted plain word", `password = "`, "ses" + "ame", `"`},
		{"a password in YAML", "db:\n  password: ", "hunt" + "er2", "\n  port: 5432"},
		{"a password without spaces", "password=", "hunt" + "er2", ""},
		{"a passwd", "passwd: ", "Winter" + "!2031", ""},
		{"a variable of the shell", "export DB_PASS=", "kq" + "-77-zz", "\n"},
		{"a JSON field", `{"user":"ann","password":"`, "corr3ct" + "-horse", `"}`},
		{"escaped JSON", `"{\"password\":\"`, "corr3ct" + "-horse", `\"}"`},
		{"XML", "<password>", "Gr33n" + "field!", "</password>"},
		{"a bold label", "**Password:** ", "Gr33n" + "field!", ""},
		{"a label with a place", "Password (staging): ", "Gr33n" + "field!", ""},
		{"a label with a purpose", "the password for staging is ", "Gr33n" + "field!", ""},
		{"a sentence with code", "The root password is `", "hunt" + "er2", "`."},
		{"a sentence", "the wifi password is ", "blue" + "winch77", ""},
		{"a connection string", "Server=db;User Id=sa;Password=", "Str0ng" + "!pw", ";Encrypt=yes"},
		{"a flag", "run it with --password ", "kq" + "77zz99", " on the host"},
		{"a query", "jdbc:mysql://db/x?user=a&password=", "kq" + "77zz99", "&ssl=true"},
		{"digits only", "wifi password: ", "84" + "731902", ""},
		{"a German label", "Passwort: ", "Hafen" + "kran7", ""},
		{"a Chinese label", "数据库密码：", "Hk7" + "#lan9", "，别外传"},
		{"a Russian label", "пароль: ", "Hk7" + "lan99", ""},

		{"a word in a .env", "DB_PASSWORD=", "sunshine" + "-harbour", "\nDB_PORT=5432"},
		{"a block in YAML", "password: |\n  ", "Gr33n" + "field!", "\n"},
		{"a folded block in YAML", "token: >-\n  ", made(base62, 40), "\n"},
		{"a cell of a table", "| user | ann |\n| password | `", "Gr33n" + "field!", "` |"},
		{"a short label", "ssh ann@box, pw: ", "Gr33n" + "field!", ""},
		{"a code's place and value", "the db password for `relay` is `", "Gr33n" + "field!", "`"},
		{"an attribute of XML", `<add name="x" password="`, "Gr33n" + "field!", `"/>`},
		{"ODBC", "Driver=x;Uid=sa;Pwd=", "Gr33n" + "field!", ";"},
		{"a French label", "mot de passe : ", "Gr33n" + "field!", ""},
		{"a Japanese sentence", "パスワードは ", "Gr33n" + "field!", ""},
		{"a wireless network's key", `psk="`, "blue" + "-winch77", `"`},

		{"a secret in a .env", "SECRET=", made(lower+digits, 20), ""},
		{"an API key in YAML", "api_key: ", made(hexa, 32), ""},
		{"an API key in words", "Our API key is ", made(base62, 32), " for now"},
		{"a header with a key", "X-Api-Key: ", made(base62, 28), ""},
		{"a client secret", `"client_secret" : "`, made(hexa, 64), `",`},
		{"a UUID as a key", "HEROKU_API_KEY=", "9b2e1f04-" + "7c3d-4e5a-8b6f-0a1c2d3e4f50", ""},
		{"a camel-cased name", `accessToken: '`, made(base62, 40), `'`},
		{"a storage account", "AccountKey=", made(base62+"+/", 86) + "==", ";EndpointSuffix=core"},
		{"a webhook's secret", "webhook_secret = '", made(lower+digits, 24), "'"},
		{"a Discord token beside its name", "discord_token = ", made(hexa, 64), ""},

		{"a key for signing cookies", "SECRET_KEY_BASE=", made(hexa, 128), ""},
		{"a key with signs in quotes", "SECRET_KEY = '", made(lower+digits+"!@#$%^&*(-_=+)", 50), "'"},
		{"a service bus", "Endpoint=sb://x/;SharedAccessKeyName=R;SharedAccessKey=", made(base62, 43) + "=", ""},
		{"a WireGuard key", "[Interface]\nPrivateKey = ", made(base62, 43) + "=", "\n"},
		{"a kubeconfig's token", "users:\n- name: ann\n  user:\n    token: ", made(base62, 40), ""},
		{"a keyword argument", `client = Client(api_key="`, made(base62, 36), `")`},
		{"a Twilio token", "TWILIO_AUTH_TOKEN=", made(hexa, 32), ""},

		{"a password for sshpass", "sshpass -p '", "Gr33n" + "field!", "' ssh a@b"},
		{"a password glued to its flag", "mysql -u root -p", "Gr33n" + "field!", " app"},
		{"a registry's password", "docker login -u ann -p ", "Gr33n" + "field!", " r.io"},
		{"a password for a database's shell", "PGPASSWORD=", "Gr33n" + "field!", " psql -h db"},
		{"a line of .netrc", "machine git.x.io login ann password ", "Gr33n" + "field!", ""},
		{"PowerShell", `ConvertTo-SecureString "`, "Gr33n" + "field!", `" -AsPlainText`},
		{"a user with a sign in the password", "curl -u ann:", "Gr33n" + "field!", " https://x"},
		{"a proxy's user", "curl --proxy-user 'ann:", "Gr33n" + "field!", "' https://x"},

		{"a header with a bare token", "Authorization: ", made(base62, 40), ""},
		{"a header with a scheme of its own", "Authorization: ApiKey ", made(base62, 40), ""},
		{"a bearer header", "curl -H 'Authorization: Bearer ", made(base62, 32), "' https://x"},
		{"a bearer alone", "sends Bearer ", made(base62, 40), " each time"},
		{"a basic header", "Authorization: Basic ", basic("ann:" + word), ""},
		{"a user given to curl", "curl -u ", "ann:" + word, " https://api.internal/v1"},

		{"a private key", "", pem("PRIVATE"+" KEY", made(base62, 64)+"\n"+made(base62, 64)), ""},
		{"a private key with a short body", "", pem("PRIVATE"+" KEY", "MIIEvQIBADANBgkqhki"+"G9w0BAQEFAASC"), ""},
		{"a private key cut off", "", "-----BEGIN RSA PRIVATE" + " KEY-----\n" + made(base62, 64), ""},
		{"an encrypted private key", "", "-----BEGIN RSA PRIVATE" + " KEY-----\nProc-Type: 4,ENCRYPTED\n\n" + made(base62, 64) + "\n", ""},
		{"a private key in JSON", `{"private_key": "`, escaped, `\n"}`},
		{"an indented SSH key", "> ", "-----BEGIN OPENSSH PRIVATE" + " KEY-----\n> b3BlbnNzaC1rZXktdjEA" + made(base62, 40) + "\n", ""},
		{"an EC key", "", pem("EC PRIVATE"+" KEY", made(base62, 64)), ""},
		{"a private key on one line", "", strings.ReplaceAll(pem("PRIVATE"+" KEY", made(base62, 64)), "\n", " "), ""},
		{"an SSH2 key", "", "---- BEGIN SSH2 ENCRYPTED PRIVATE" + " KEY ----\n" + made(base62, 64), ""},
		{"a kubeconfig's key", "client-key-data: ", basic(pem("RSA PRIVATE"+" KEY", made(base62, 64))), ""},
		{"a PGP key", "", pem("PGP PRIVATE"+" KEY BLOCK", "\n"+made(base62, 64)+"\n=abcd"), ""},
		{"a PuTTY key", "PuTTY-User-Key-File-3: ssh-ed25519\n", "Private-Lines: 1\n" + made(base62, 44), ""},
	}
}

func TestScanFindsCredentials(t *testing.T) {
	s := scanner(t)
	for _, r := range credentials() {
		t.Run(r.says, func(t *testing.T) {
			text := "An ordinary line first.\n" + r.before + r.value + r.after
			found := s.Scan("text", text)
			if len(found) != 1 {
				t.Fatalf("Scan gave %v, want one finding", found)
			}
			got := found[0]
			lines := strings.Split(text[:len("An ordinary line first.\n")+len(r.before)], "\n")
			wantLine, least := len(lines), len([]rune(lines[len(lines)-1]))+1
			if got.Field != "text" || got.Line != wantLine || got.Column < least || got.Kind == "" || got.Rule == "" {
				t.Errorf("got %+v, want line %d, column %d or a little later", got, wantLine, least)
			}
		})
	}
}

func TestFindingNeverHoldsTheValue(t *testing.T) {
	s := scanner(t)
	for _, r := range credentials() {
		said := fmt.Sprintf("%#v", s.Scan("source", r.before+r.value+r.after))
		for i := 0; i+8 <= len(r.value); i += 4 {
			if part := r.value[i : i+8]; strings.Contains(said, part) {
				t.Errorf("%s: the finding %s holds a part of the value", r.says, said)
			}
		}
	}
}

func TestScanCountsLinesAndLetters(t *testing.T) {
	value := "ghp_" + made(base62, 36)
	rows := []struct {
		says, text   string
		line, column int
	}{
		{"the first letter", value, 1, 1},
		{"letters, not bytes", "Schlüssel für Zoë: " + value, 1, 20},
		{"letters of four bytes", "🔑🔑 " + value, 1, 4},
		{"Windows line ends", "one\r\ntwo\r\n  " + value + "\r\n", 3, 3},
		{"bytes that are no letters count one each", "\xff\xfe " + value, 1, 4},
	}
	for _, r := range rows {
		found := scanner(t).Scan("title", r.text)
		if len(found) != 1 || found[0].Line != r.line || found[0].Column != r.column {
			t.Errorf("%s: got %+v, want line %d, column %d", r.says, found, r.line, r.column)
		}
	}
}

func TestScanNamesEveryCredentialInOrderUpToABound(t *testing.T) {
	one, two := "ghp_"+made(base62, 36), "AKIA"+made(upper+digits, 16)
	found := scanner(t).Scan("text", "first "+one+"\nthen "+two+"\n")
	if len(found) != 2 || found[0].Rule != "github-pat" || found[1].Line != 2 {
		t.Errorf("got %+v, want a GitHub token on line 1 and an AWS id on line 2", found)
	}
	if many := scanner(t).Scan("text", strings.Repeat(one+"\n", 1000)); len(many) != secret.MaxFindings {
		t.Errorf("got %d findings, want %d", len(many), secret.MaxFindings)
	}
}

func TestScannerServesSeveralAtOnce(t *testing.T) {
	s := scanner(t)
	answers := make(chan int, 8)
	for range cap(answers) {
		go func() { answers <- len(s.Scan("text", "discord_token = "+made(hexa, 64))) }()
	}
	for range cap(answers) {
		if got := <-answers; got != 1 {
			t.Errorf("got %d findings, want 1", got)
		}
	}
}
