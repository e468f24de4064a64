import { strict as assert } from 'node:assert'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { must, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'

/**
 * Upgrades a package that runs to another version, on a machine without systemd: `upgrade.ts FOLDER ARCHIVE COMMAND…`, where
 * the command runs what follows it on the machine that has both, with variables first, as `env -i` does. The archive's
 * version ends in `-newer`.
 */
const [folder = '', archive = '', ...within] = process.argv.slice(2)
const DEADLINE_MS = 180_000
const data = `${folder}-data`
const pid = `${folder}.pid`
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const variables = [`DATA_DIR=${data}`, `PORT=${port}`, 'PATH=/usr/bin:/bin']
const start = `setsid ./baton start >>${folder}.log 2>&1 </dev/null & echo $! >${pid}`
const stop = `kill "$(cat ${pid})" && while kill -0 "$(cat ${pid})" 2>/dev/null; do sleep 0.1; done`

/** Runs a command beside this process, which meanwhile sees that the server closes connections. @returns what it prints */
async function run(...parameters: string[]): Promise<string> {
  const [command, ...options] = [...within, ...variables, ...parameters]
  return (await promisify(execFile)(command!, options)).stdout
}

async function versionOf(): Promise<string> {
  const answer = await fetch(`${url}/healthz`)
  return ((await answer.json()) as { version: string }).version
}

await run('sh', '-c', `cd ${folder} && ${start}`)
for (const deadline = Date.now() + DEADLINE_MS; ; await new Promise((done) => setTimeout(done, 100))) {
  if (
    await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  )
    break
  if (Date.now() > deadline) assert.fail(await run('cat', `${folder}.log`))
}
const owner = await setUp(url)
const params = { organization: owner.organizationId }
const { data: agent } = await must(url, 'createAgent', { params, body: { name: 'Guide' } }, owner)
const before = await versionOf()
console.log(await run(`${folder}/baton`, 'upgrade', archive, '--stop', stop, '--start', start))
assert.equal(await versionOf(), `${before}-newer`)
assert.equal((await must(url, 'getAgent', { params: { agent: agent.id } }, owner)).data.name, 'Guide')
assert.match(await run('ls', data), /^before-upgrade-/m)
await run('sh', '-c', stop)
