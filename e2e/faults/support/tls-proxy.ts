import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

export const HOST = 'help.example.com'

/** Debian's packages put these programs where an ordinary user's PATH does not lead. */
export const programs = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy', caddy: '/usr/bin/caddy' }
const OPENSSL = '/usr/bin/openssl'

export type ProxyName = keyof typeof programs

/**
 * Whether a proxy is installed. If it isn't, prints so, and `npm test` passes without it.
 * @throws Error if it isn't on a machine that checks changes (`CI` is set)
 */
export function isInstalled(name: ProxyName): boolean {
  const missing = [programs[name], OPENSSL].find((path) => !existsSync(path))
  if (missing === undefined) return true
  const message = `${missing} is not installed: NOTHING WAS TRIED BEHIND ${name.toUpperCase()}.`
  if (process.env.CI) throw new Error(`${message} Install ${name} and openssl with apt-get, as .ci/run does.`)
  console.error(message)
  return false
}

/** The configurations of a proxy that docs/operating.md shows: that of one process, and what is others for two. */
function documented(name: ProxyName): [one: string, forTwo: string | undefined] {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  const language = name === 'caddy' ? 'caddyfile' : name
  const [one, forTwo] = [...text.matchAll(new RegExp(`\`\`\`${language}\n([^]+?)\`\`\``, 'g'))].map(
    ([, found]) => found!,
  )
  if (one === undefined) throw new Error(`docs/operating.md shows no configuration of ${name}.`)
  return [one, forTwo]
}

/** The documented configuration of a proxy before one process, or before two. */
function configurationOf(name: ProxyName, ports: readonly number[]): string {
  const [one, forTwo = ''] = documented(name)
  const changes = Object.fromEntries(ports.map((port, index) => [`127.0.0.1:${3000 + index}`, `127.0.0.1:${port}`]))
  if (ports.length === 1) return replaceIn(one, changes)
  const two = replaceIn(forTwo, changes)
  if (name === 'nginx') return two + replaceIn(one, { 'http://127.0.0.1:3000': 'http://baton' })
  return one.slice(0, one.indexOf('\nbackend baton') + 1) + two
}

/** Replaces what must be in a text. @throws Error if it is not, so that the documentation can't change unnoticed */
function replaceIn(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`docs/operating.md does not say ${from}.`)
    return result.replaceAll(from, to)
  }, text)
}

/** What nginx needs around a `server`, with all its files in one folder. */
export const aroundServer = (server: string, folder: string) => `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
${server}}
`

/** What HAProxy says of each of its servers, on a line of its own. */
async function stateOf(socket: string): Promise<string> {
  const asking = connect(socket)
  asking.end('show stat\n')
  return text(asking)
}

export function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    }).on('error', () => done(false))
  })
}

/**
 * Starts a proxy with its documented configuration, in which only ports and the paths of certificates are others.
 * @param productPorts of one process, or of two
 */
export async function startTlsProxy(name: ProxyName, port: number, ...productPorts: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'baton-proxy-'))
  const [key, certificate, both] = ['key', 'pem', 'both'].map((ending) => join(folder, `${HOST}.${ending}`)) as [
    string,
    string,
    string,
  ]
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  execFileSync(OPENSSL, ['req', '-x509', ...algorithm, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  })
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const configuration = configurationOf(name, productPorts)
  const file = join(folder, 'configuration')
  let child: ChildProcess
  if (name === 'nginx') {
    const files = { [`/etc/ssl/${HOST}.pem`]: certificate, [`/etc/ssl/${HOST}.key`]: key }
    const server = replaceIn(configuration, { ...files, 'listen 443': `listen 127.0.0.1:${port}` })
    writeFileSync(file, aroundServer(server, folder))
    child = spawn(programs.nginx, ['-p', folder, '-e', 'stderr', '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  } else if (name === 'caddy') {
    // It would ask an authority of the internet for a certificate, and for one listen at port 80, too.
    const around = `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${folder}\n}\n`
    const address = `https://${HOST}:${port} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`
    writeFileSync(file, around + replaceIn(configuration, { [`${HOST} {`]: address }))
    const run = ['run', '--adapter', 'caddyfile', '--config', file]
    const env = { ...process.env, HOME: folder }
    child = spawn(programs.caddy, run, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  } else {
    const files = { [`/etc/ssl/${HOST}.pem`]: both }
    const socket = `global\n  stats socket ${folder}/state\n`
    writeFileSync(file, socket + replaceIn(configuration, { ...files, 'bind :443': `bind 127.0.0.1:${port}` }))
    child = spawn(programs.haproxy, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  }
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  const exited = new Promise((done) => child.once('exit', done))
  let isGone = false
  exited.then(() => (isGone = true))
  while (!(await isOpen(port))) {
    if (isGone) throw new Error(`${name} ended before it was ready:\n${printed}`)
    await new Promise((done) => setTimeout(done, 25))
  }
  return {
    certificate: readFileSync(certificate),
    /** Resolves once a proxy that asks processes whether they are ready has heard from each that it is. */
    async knowsAll() {
      while (name === 'haproxy' && (await stateOf(`${folder}/state`)).includes(',DOWN'))
        await new Promise((done) => setTimeout(done, 50))
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
