// One session of a TypeScript client with mem: initialise, list, call each tool, wrong
// calls, a call that is broken off, resources and prompts. It ends with 1 and a line on what
// was wrong. Usage: node session.mjs old|new MEM VAULT, with the packages of clients.sh.
import assert from 'node:assert/strict';

const [generation, mem, vault] = process.argv.slice(2);
const { Client } = await import(generation === 'old' ? '@modelcontextprotocol/sdk/client/index.js' : '@modelcontextprotocol/client');
const { StdioClientTransport } = await import(generation === 'old' ? '@modelcontextprotocol/sdk/client/stdio.js' : '@modelcontextprotocol/client/stdio');

const transport = new StdioClientTransport({ command: mem, args: ['mcp'], env: { ...process.env, MEM_VAULT: vault }, stderr: 'inherit' });
const client = new Client({ name: 'session', version: '1' }, generation === 'old' ? {} : { versionNegotiation: { mode: 'auto' } });
await client.connect(transport);
const text = (r) => r.content.map((c) => c.text).join('\n');
const call = async (name, args) => text(await client.callTool({ name, arguments: args }));

assert.equal(client.getServerVersion().name, 'mem');
assert.match(client.getInstructions(), /Search before you answer/);
const { tools } = await client.listTools();
assert.deepEqual(tools.map((t) => t.name).sort(), ['memory_capture', 'memory_get', 'memory_search', 'memory_status', 'memory_update']);
for (const t of tools) {
  for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) assert.equal(typeof t.annotations[hint], 'boolean', `${t.name} ${hint}`);
}

const slug = (await call('memory_capture', { text: `The ${generation} gantry is yellow.`, tags: ['gantry'] })).split(' ')[2];
assert.equal(slug, `the-${generation}-gantry-is-yellow`);
assert.match(await call('memory_search', { query: `${generation} gantry` }), new RegExp(`> The ${generation} gantry is yellow`));
assert.match(await call('memory_search', { q: `${generation} gantry`, k: '2' }), /yellow/);
assert.match(await call('memory_get', { slug }), /yellow/);
assert.match(await call('memory_update', { slug, outcome: 'success' }), /counted/);
assert.match(await call('memory_status', {}), /notes:/);

for (const [name, args] of [['memory_capture', {}], ['memory_search', { query: '' }], ['memory_get', { slug: 'nobody' }], ['memory_update', { slug }]]) {
  const r = await client.callTool({ name, arguments: args });
  assert.equal(r.isError, true, `${name} ${JSON.stringify(args)} is an error`);
  assert.ok(text(r).length > 10, 'that says what to do');
}
await assert.rejects(client.callTool({ name: 'memory_erase', arguments: {} }));

const broken = new AbortController();
const late = client.callTool({ name: 'memory_status', arguments: {} }, ...(generation === 'old' ? [undefined, { signal: broken.signal }] : [{ signal: broken.signal }]));
broken.abort();
await assert.rejects(late);
assert.match(await call('memory_status', {}), /notes:/, 'the server goes on after a call that was broken off');

const note = await client.readResource({ uri: `mem://note/${slug}` });
assert.match(note.contents[0].text, /^---\n/);
await assert.rejects(client.readResource({ uri: 'mem://note/nobody' }));
assert.deepEqual((await client.listPrompts()).prompts.map((p) => p.name).sort(), ['recall', 'remember', 'review']);
assert.match((await client.getPrompt({ name: 'recall', arguments: { query: `${generation} gantry` } })).messages[0].content.text, /yellow/);

const revision = client.getNegotiatedProtocolVersion?.() ?? transport._protocolVersion ?? 'not told';
await client.close();
console.log(`${generation} client: right (revision ${revision})`);
