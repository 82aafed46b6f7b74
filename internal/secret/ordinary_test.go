package secret_test

import (
	"strings"
	"testing"
)

// ordinary texts are what engineers, agents and people write down every day. Each must be stored.
func ordinary() []struct{ says, text string } {
	return []struct{ says, text string }{
		{"a commit, a short id, a UUID and a checksum", "Merged as 4c536992e5c1a7d0b9f8e7d6c5b4a39281706f5e (0fda534e) in run 9b2e1f04-7c3d-4e5a-8b6f-0a1c2d3e4f50, " +
			"artefact sha256:bd0066643f38dddfce28cbc427c4d79d0e52116532fde1611572ef8b1ab40cf2"},
		{"a commit after a word that promises", "the token fix: 4c536992e5c1a7d0b9f8e7d6c5b4a39281706f5e"},
		{"a commit beside a vendor", "Sourcegraph indexed 4c536992e5c1a7d0b9f8e7d6c5b4a39281706f5e and datadog release: 4c536992e5c1a7d0b9f8e7d6c5b4a39281706f5e"},
		{"an id beside a vendor", "Heroku app: 9b2e1f04-7c3d-4e5a-8b6f-0a1c2d3e4f50; Asana task: 1204567890123456; Discord channel = 123456789012345678"},
		{"a cache's key", "cache key: 5d41402abc4b2a76b9719d911017c592"},
		{"an object's key", "S3 key: exports/2026/08/users-2026-08-03.parquet"},
		{"an integrity string", `"integrity": "sha512-` + made(base62+"+/", 86) + `=="`},
		{"a line of go.sum", "github.com/google/uuid v1.6.0 h1:NIvaJDMOsjHA8n1jAhLSgzrVzy1Hgr+hNrb57e+94F0="},
		{"an image in base64", "![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)"},
		{"an SSH public key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + made(base62, 43) + " ann@laptop"},
		{"an SSH fingerprint", "host key SHA256:" + made(base62, 43)},
		{"a bcrypt hash", "password_hash: $2b$12$" + made(base62, 53)},
		{"a hashed password", "password = $6$" + made(base62, 16) + "$" + made(base62, 86)},
		{"a certificate", "-----BEGIN CERTIFICATE-----\n" + made(base62, 64) + "\n-----END CERTIFICATE-----"},
		{"a public key", "-----BEGIN PUBLIC KEY-----\n" + made(base62, 64) + "\n-----END PUBLIC KEY-----"},
		{"a key's header that is talked about", "grep for `-----BEGIN PRIVATE" + " KEY-----` in the log, and for -----END PRIVATE KEY-----"},
		{"a key with its body left out", "-----BEGIN PRIVATE" + " KEY-----\n...\n-----END PRIVATE KEY-----"},

		{"prose about a password", "the password is rotated monthly and the secret: ask Ann"},
		{"prose about a rule for passwords", "Password: at least 12 characters, 1 digit; passwords are hashed with argon2id"},
		{"a hash's name", "password: bcrypt12 with cost 12\npassword: argon2id\nPassword storage = scram-sha-256"},
		{"a question", "What is the password? The password was wrong. Is the token expired?"},
		{"prose about a token", "The token is refreshed by the relay; token: see 1Password, item relay-prod"},
		{"a count of tokens", "max_tokens=4096, tokens: 128000, token budget: 20000, token_count = 15123"},
		{"numbers", "key: 12345678901234567890, access: 0644, port=5432, auth: 2fa"},
		{"a long identifier", "we renamed refresh_token_rotation to rotate_refresh_token_v2 and auth_token_cache_ttl=3600s"},
		{"a secret's name in Kubernetes", "secretName: relay-db-credentials-v2\nsecret: relay-tls-2026"},
		{"a path", "private_key = /etc/ssl/private/relay.key\nkey_file: ./certs/dev.pem\npassword: ~/.pgpass"},
		{"a path of many parts", "token: packages/auth/src/token/refresh.service.ts"},
		{"a URL with ids", "https://github.com/o/r/commit/4c536992e5c1a7d0b9f8e7d6c5b4a39281706f5e#diff-5d41402abc4b2a76b9719d911017c592"},
		{"a URL with a port", "http://localhost:3000/@scope/pkg and https://medium.com/@ann/keys-1234567890ab"},
		{"a git URL", "git@github.com:owner/repo.git, ssh://git@example.com:22/x, https://ann@example.com/r.git"},
		{"an e-mail's address", "mailto:ann@example.com, ann+key@example.com: key contact"},

		{"a stand-in in brackets", "password = <password>, token: <YOUR_TOKEN>, secret=[REDACTED]"},
		{"a variable", `password = $PASSWORD, "${DB_PASS}", $(cat /run/secrets/db), %DB_PASSWORD%`},
		{"a template", "password: {{ .Values.db.password }}\ntoken: ${{ secrets.GITHUB_TOKEN }}"},
		{"masks", "password = ***, token: xxxxxxxxxxxxxxxx, secret = ********, key=••••••••, pass: ..."},
		{"a token with its middle left out", "ghp_abc...xyz9, sk-ant-..., sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, ghp_****************************9a7B"},
		{"a token of x", "ghp_" + strings.Repeat("x", 36) + " AKIA" + strings.Repeat("X", 16)},
		{"stand-ins in words", "api_key: your-api-key-here, password = changeme, secret = 'my-secret-value', token: \"insert-token-here\""},
		{"AWS's example", "AKIAIOSFODNN7" + "EXAMPLE and aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY"},
		{"stand-ins in a URL", "postgres://user:password@host/db, https://user:pass@example.com, mysql://root:secret@db, redis://:xxx@h, a://u:<pw>@h"},
		{"variables in a URL", "postgres://app:$DB_PASS@db/x postgres://app:${DB_PASS}@db/x https://u:{token}@h https://oauth2:%s@gitlab.com"},
		{"what an image comes with", "postgres://postgres:postgres@localhost:5432/app and amqp://guest:guest@mq"},
		{"code that reads the environment", `password = os.Getenv("DB_PASSWORD"), token = process.env.API_TOKEN, secret := os.environ["SECRET_9"]`},
		{"code that passes a name on", "password = user_password\ntoken: refreshToken,\nlogin(password=args.password, token=self.token)\ncfg.apiKey = apiKey"},
		{"code that declares", "password: string;\ntoken?: string | null\nsecret []byte\nPassword string `json:\"password\"`"},
		{"code that compares", `if password == "" || token != nil { return ErrNoToken }`},
		{"code that makes one", "secret := make([]byte, 32)\ntoken = secrets.token_hex(32)\nprivateKey := x25519.NewKey(seed)"},
		{"names with digits in code", "PrivateKey: testRSA2048PrivateKey, key: testEd25519PrivateKey, secret = Bug4Secret{1}"},
		{"a schema", `{"password": {"type": "string", "minLength": 8}, "token": "string", "secret": null}`},
		{"a form's label", `"password": "Password", "forgot_password": "Forgot password?", "password": "Passwort"`},
		{"tokens of a model", "pad_token = '<pad>', eos_token: '</s>', bos_token_id=128000, special token: <|im_start|>"},
		{"a page's token", "next_page_token: CAUQAA" + made(base62, 24) + ", csrf_token=" + made(base62, 32)},
		{"a lexer", "token.NUMBER, token = yyTok1[char], Token::Ident, token => Type"},
		{"a primary key", "primary key: user_id_2026, foreign_key = orders.customer_id, partition key: tenant#42#region#eu"},
		{"keys of a keyboard", "keyboard: Ctrl+Shift+F12, hotkey: Cmd+K2"},
		{"a header without its value", "Send `Authorization: Bearer <token>` or Authorization: Basic base64(user:pass)"},
		{"prose about bearers", "Bearer tokens, Basic authentication and Bearer authentication-schemes-2026"},
		{"a working directory", `cmd.Env = append(os.Environ(), "PWD="+cmd.Dir), PWD=/home/ann/x9`},
		{"references to a vault", "password: op://relay/db/password, token: vault:secret/data/relay#token7, secret: arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-a1b2c3"},
		{"a file's name", "secrets.yaml, secret-scan.yml, token: bucket_v2.go, key: app-k8s.yml"},
		{"versions and builds", "api: rc0.15.0_20231217_1420-SNAPSHOT, key-manager: 1.27.3-gke.1700, auth: v2.0.0-beta3"},
		{"dates and times", "token expires: 2026-08-03T12:30:00Z, key rotated: 2026-08-03, secret since: 12:45:10"},
		{"a WebSocket's handshake", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="},
		{"Chinese prose", "密码每月更换，密码是否过期？请问小王。口令：见保险箱"},
		{"other prose", "Das Passwort ist bei Anna. Пароль: спроси у Анны. La contraseña es la de siempre."},
		{"words that hold others", "bypass: enabled2, compass = north22, monkey: banana77, tokenizer=bpe50k, turkey: 2026"},
		{"words that run into prefixes", "task-force-2026-planning-and-review-of-everything, risk-register-for-the-third-quarter-2026, disk-usage-report-0123456789-abcdefghijkl"},
		{"a table of fields", "| Field | Type | Note |\n|---|---|---|\n| password | varchar255 | hashed |\n| token | `char(64)` | unique |\n| secret | `min_length=8` | |"},
		{"a table of results", "| pass | 12/12 | 100% |\n| token | 1,234 | 99.2% |\n| secret | sha256:" + made(hexa, 64) + " |"},
		{"tests that pass", "pass: 42 of 42, pass=3 fail=0, PASS: TestFoo2/bar#01, pass: test_relay_reconnects_after_30s, pw := newPlaywright2(t), pass: 98.5%"},
		{"ports and options of commands", "docker run -p 8080:80 img; mysql -u root -p app; mysql --port 3306; curl -o out.json --user-agent 'Mozilla/5.0: x'; sshpass -e; mysqldump -p8 x"},
		{"variables in commands", "docker login -u ann -p $TOKEN; curl -u $USER:$PASS https://x; sshpass -p <password> ssh x; ConvertTo-SecureString $plain2 -AsPlainText; redis-cli -a $REDIS_PASS"},
		{"stand-ins in commands", "curl -u user:password https://x, http -a user:pass x, user:pass@tcp(127.0.0.1:3306)/db, root:@tcp(db)/x, ${U}:${P}@tcp(db)"},
		{"prose about logins", "the login page: password reset v2; login username password required; log in with password Authentication2"},
		{"Sentry's public key", "https://" + made(hexa, 32) + "@o1.ingest.sentry.io/42"},
		{"users in URLs", "https://user-name-of-a-person@host/x git+ssh://deploy-user-2026@host.example/x"},
		{"a manual's URLs", "new URL('https://abc:xyz@example.com'), https://abc:123@example.com/"},
		{"signed addresses left blank", "https://x.blob.core.windows.net/c?sv=2022-11-02&sig=<sig>, sig=abc&sv=2, https://discord.com/api/webhooks/<id>/<token>"},
		{"headers in words", "Authorization: required_for_all_endpoints_since_2026, authorization: see docs/authorization-model-v2.md, Authorization: Bearer $TOKEN"},
		{"a header of AWS's manual", "Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7" + "EXAMPLE/20130524/us-east-1/s3/aws4_request"},
		{"a key's frame without a key", "-----BEGIN RSA PRIVATE" + " KEY-----\n<your key here>\n-----END RSA PRIVATE" + " KEY-----"},
		{"a certificate in base64", "certificate-authority-data: " + basic("-----BEGIN CERTIFICATE-----\n"+made(base62, 80))},
		{"blocks in YAML", "password: |\n  the old one\ntoken: >-\n  see the vault under relay/prod/token-2026\nsecret: |\n  {{ .Values.secret }}"},
		{"what images come with, in a .env", "POSTGRES_PASSWORD=postgres\nMYSQL_ROOT_PASSWORD=example\nDB_PASSWORD=changeme-please\nGRAFANA_ADMIN_PASSWORD=admin\nDB_PASSWORD="},
		{"a .env that reads its values", "API_KEY=$(pass show relay/key2)\nAPP_SECRET=see-vault\nDB_PASSWORD=config.password\nexport KEY_FILE=~/keys/dev2.pem"},
		{"Stripe's public key", "NEXT_PUBLIC_KEY=pk_test_" + made(base62, 24)},
		{"identifiers that run into prefixes", "re_encode_all_the_videos_of_2026_in_h265_again, sk_learn_pipeline_with_standard_scaler_v2_and_pca, secret_santa_planning_for_2026"},
		{"radio", "WPA2-PSK: AES, psk: wpa2, BPSK: 1/2"},
		{"ids that sort by time", "key: 01J9ZQ3K5M7N9P1R3T5V7X9ZAB, session 0199a3b2-7c3d-7e5a-8b6f-0a1c2d3e4f50"},
		{"where a named password is", "the password for `relay` is `in the vault`, password for ann is stored in 1Password, the token for CI is `GITHUB_TOKEN`"},
		{"encrypted values", "password: ENC[AES256_GCM,data:" + made(base62, 20) + "=,iv:" + made(base62, 20) + "]\nsecret: !vault |\n  $ANSIBLE_VAULT;1.1;AES256"},
		{"a list that goes on in the next line", "two post-quantum key exchange mechanisms:\nSecP256r1MLKEM768 and SecP384r1MLKEM1024"},
		{"a place as PWD", "PWD: '/Users/ann', \"PWD\": \"/home/node7/project\", OLDPWD=/srv/x9, PWD: 'C:\\work\\x9'"},
		{"a browser's test", "driver.findElement(By.id(\"password\")).sendKeys(password1), input[type=password]#pw-2, const TOKEN_RE = /[a-z0-9]{32}/"},
		{"nothing", ""},
	}
}

func TestScanLeavesOrdinaryNotes(t *testing.T) {
	s := scanner(t)
	for _, r := range ordinary() {
		for _, f := range s.Scan("text", r.text) {
			line := []rune(strings.Split(r.text, "\n")[f.Line-1])
			t.Errorf("%s: taken for a credential: %s (%s) at %q", r.says, f.Kind, f.Rule, string(line[f.Column-1:]))
		}
	}
}

// A text of the largest size, made of what the rules look for, costs no more than its length: this ends soon or never.
func TestScanOfALargeTextEnds(t *testing.T) {
	s := scanner(t)
	for _, unit := range []string{
		"sk-", "eyJ", "eyJ" + made(base62, 20) + ".", "pw.", "a://b:c@", "password = ", `password: "`, "token is ", "密码：", ":AA", "curl -u ",
		"-----BEGIN PRIVATE" + " KEY-----\n", "discord facebook token = abcdef0123456789 ", "kind: secret data: ", made(base62, 76) + "\n",
	} {
		text := strings.Repeat(unit, (64<<10)/len(unit))
		for _, f := range s.Scan("text", text) {
			if f.Line < 1 || f.Line > 1+strings.Count(text, "\n") {
				t.Errorf("%q: a finding on line %d", unit, f.Line)
			}
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, r := range credentials() {
		f.Add(r.before + r.value + r.after)
	}
	for _, r := range ordinary() {
		f.Add(r.text)
	}
	f.Add("password\xff= \"\xc3\n-----BEGIN PRIVATE KEY-----\x00://:@eyJ.eyJ.:AA")
	s := scanner(f)
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		last := 0
		for _, found := range s.Scan("text", text) {
			if found.Line < 1 || found.Line > len(lines) || found.Line < last {
				t.Fatalf("line %d of %d, after line %d", found.Line, len(lines), last)
			}
			if last = found.Line; found.Column < 1 || found.Column > len([]rune(lines[found.Line-1]))+1 {
				t.Fatalf("column %d of line %d is not in %q", found.Column, found.Line, lines[found.Line-1])
			}
		}
	})
}
