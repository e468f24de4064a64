import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { makeDocx, makePdf, paragraph } from '#server/adapters/extract/files.fixture.ts'
import { must, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { type Product, startProduct } from '../tools/product.ts'
import { ask, teach, until } from './ask.ts'

/**
 * Goes through all that an operator does with an installed package: `loop.ts LAUNCHER COMMAND…`, where the command runs
 * what follows it on the machine that has the launcher, with variables first, as `env -i` does.
 */
const [launcher = '', ...within] = process.argv.slice(2)
/** Of a processor's time; one that others use as well works at half its speed. A free one takes less than two seconds. */
const READY_MS = 4_000
const TICK_MS = 10

const home = { DATA_DIR: '/data/now', PATH: '/usr/bin:/bin' }
const variables = (env: Record<string, string>) => Object.entries(env).map(([name, value]) => `${name}=${value}`)

/** Runs a verb to its end, and fails when it does not exit as expected. @returns what it has printed */
function verb(
  parameters: string[],
  { code = 0, env = {} }: { code?: number; env?: Record<string, string> } = {},
): string {
  const [command, ...options] = [...within, ...variables({ ...home, ...env }), launcher, ...parameters]
  const { status, stdout, stderr } = spawnSync(command!, options, { encoding: 'utf8' })
  assert.equal(status, code, `${parameters.join(' ')}:\n${stdout}\n${stderr}`)
  return stdout + stderr
}

/** Starts the server. Prints how long that took, and fails if it has worked for longer than it may take. */
async function start(env: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const began = performance.now()
  const command = [...within, ...variables({ ...home, PORT: String(port), ...env }), launcher, 'start']
  const product = await startProduct({ port, command })
  process.once('exit', () => product.process.kill('SIGKILL'))
  const took = Math.round(performance.now() - began)
  const stat = readFileSync(`/proc/${product.process.pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ')
  const worked = (Number(stat[11]) + Number(stat[12])) * TICK_MS
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.process.pid}/status`, 'utf8'))?.[1]
  console.log(`ready after ${took} ms, ${worked} ms of them on a processor; ${Math.round(Number(resident) / 1024)} MB`)
  assert.ok(worked <= READY_MS, product.output())
  assert.doesNotMatch(product.output(), /[Bb]uild/)
  return product
}

async function stop(product: Product): Promise<void> {
  assert.equal(await product.stop(), 0, product.output())
  assert.match(product.output(), /"msg":"stopping"/)
  assert.doesNotMatch(product.output(), /"level":(50|60)/)
}

const file = (content: Uint8Array, name: string) => ({
  type: 'file',
  file: new File([new Uint8Array(content)], name),
})

assert.match(verb(['--help']), /^ {2}reset-password EMAIL/m)
const version = verb(['version']).trim()
assert.match(version, /^\d+\.\d+\.\d+$/)
assert.match(verb(['strat'], { code: 64 }), /no verb strat/)

let product = await start({ LOG_LEVEL: 'info' })
const page = await (await fetch(product.url)).text()
const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
assert.ok(scripts.length > 1, page)
for (const path of [...scripts, '/docs/scalar.js', '/v1/openapi.json'])
  assert.equal((await fetch(product.url + path)).status, 200, path)
const licences = await (await fetch(`${product.url}/licenses`)).text()
for (const name of [
  'onnxruntime-node',
  'fastify',
  'react',
  'preact',
  'node-linux-',
  'src/server/knowledge/model',
  '@img/sharp-libvips',
])
  assert.ok(licences.includes(name), name)

const owner = await setUp(product.url)
const params = { organization: owner.organizationId }
const { data: agent } = await must(product.url, 'createAgent', { params, body: { name: 'Guide' } }, owner)
await teach(product.url, owner, agent.id, { type: 'text', content: 'We open at nine and close at six.' })
assert.match(await ask(product.url, owner, agent.id, 'When do you open?'), /nine/)
// Each kind of file is read by a part of the program that is loaded only then.
await teach(
  product.url,
  owner,
  agent.id,
  file(makePdf([[{ text: 'The dome weighs ninety tonnes.', size: 12 }]]), 'a.pdf'),
)
await teach(product.url, owner, agent.id, file(makeDocx(paragraph('The mirror is four metres wide.')), 'b.docx'))
const cyrillic = Buffer.from(
  'cfeef7e5ecf320ede5e1ee20e3eeebf3e1eee53f20cff0e8f7e8ede020e220f0e0f1f1e5ffede8e82e',
  'hex',
)
await teach(product.url, owner, agent.id, file(cyrillic, 'c.txt'))
const mail =
  'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<h1>Tours</h1><p>Tours begin at the gate by the river.</p>'
await teach(product.url, owner, agent.id, file(Buffer.from(mail), 'd.mhtml'))
assert.match(await ask(product.url, owner, agent.id, 'How much does the dome weigh?'), /ninety/)

const findings = verb(['doctor'], { code: 1, env: { PORT: new URL(product.url).port } }) // without a network something is missing
console.log(findings)
assert.deepEqual(
  [...findings.matchAll(/^FAIL\s+(\S+)/gm)].map(([, name]) => name),
  ['outbound'],
)
verb(['backup', '/data/backup'])
await stop(product)

product = await start({ LOG_LEVEL: 'info' })
await must(product.url, 'updateAgent', { params: { agent: agent.id }, body: { name: 'Later' } } as never, owner)
await stop(product)
assert.match(verb(['restore', '/data/backup']), /Restored to \/data\/now/)
assert.match(verb(['erase-again']), /^0 of 0 erased visitors/)
assert.match(verb(['reset-password', 'owner@example.com']), /^http:\/\/localhost:\d+\//)
assert.match(verb(['checks', agent.id], { code: 1 }), /has no checks/)
verb(['export', '/data/export'])
verb(['import', '/data/export'], { env: { DATA_DIR: '/data/other' } })

product = await start({ LOG_LEVEL: 'info', DATA_DIR: '/data/other' })
const { data: restored } = await must(product.url, 'getAgent', { params: { agent: agent.id } }, owner)
assert.equal(restored.name, 'Guide')
assert.match(await ask(product.url, owner, agent.id, 'When do you open?'), /nine/)
await until('the state is noted', async () => /Baton \d/.test(statusOf()))
await stop(product)

function statusOf(): string {
  const [command, ...options] = [...within, ...variables({ ...home, DATA_DIR: '/data/other' }), launcher, 'status']
  return spawnSync(command!, options, { encoding: 'utf8' }).stdout
}
