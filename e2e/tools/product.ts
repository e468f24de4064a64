import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './free-port.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** The folder of the program: an unpacked package, or what the lanes made of this checkout, or the checkout itself. */
export const PROGRAM = process.env.BATON_PACKAGE ?? ROOT
const READY_MS = 180_000

export interface Product {
  url: string
  dataDir: string
  process: ChildProcess
  /** Everything that the process has printed. */
  output(): string
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL, as a crash would. */
  kill(): Promise<void>
}

export interface ProductOptions {
  dataDir?: string
  port?: number
  env?: Record<string, string>
  /** Arguments in addition to those of `npm start`. */
  args?: string[]
  /** Starts the product, instead of the launcher; the arguments follow it. */
  command?: string[]
  /** A command that replaces itself by the command after it, as `nsenter` does, so that signals reach the product. */
  within?: string[] | undefined
  /** File descriptor for the output, instead of collecting it for `output`. */
  printTo?: number | undefined
  /** The folder of the program, where it is a copy of this one. */
  root?: string
}

/** The command that runs one of the verbs of `./baton --help`, which are the project's commands `npm run VERB`. */
export const commandOf = (verb: string, root = PROGRAM): [string, ...string[]] => [join(root, 'baton'), verb]

/** Starts the product as `npm start` does and waits until it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'baton-e2e-'))
  const port = options.port ?? (await freePort())
  // A command of the test's own is one of the checkout's. What a test loads into the product changes files and packages,
  // and a bundle has neither any more.
  const isOfCheckout = options.command || options.env?.NODE_OPTIONS
  const root = options.root ?? (isOfCheckout ? ROOT : PROGRAM)
  const started = options.command ?? commandOf('start', root)
  const [command, ...parameters] = [...(options.within ?? []), ...started, ...(options.args ?? [])]
  const child = spawn(command!, parameters, {
    cwd: root,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...options.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', options.printTo ?? 'pipe', options.printTo ?? 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const url = `http://127.0.0.1:${port}`
  await ready(url, exited, () => printed).catch((error) => {
    child.kill('SIGKILL') // nobody else could: it would go on after the tests
    throw error
  })
  return {
    url,
    dataDir,
    process: child,
    output: () => printed,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function ready(url: string, exited: Promise<unknown>, output: () => string): Promise<void> {
  let isGone = false
  exited.then(() => (isGone = true))
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (isGone) throw new Error(`The product ended before it was ready:\n${wordsIn(output())}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error(`The product was not ready in ${READY_MS / 1000} s:\n${wordsIn(output())}`)
}

/** What was printed, with what stands in lines of JSON as a person reads it. */
function wordsIn(printed: string): string {
  const lines = printed.split('\n').map((line) => {
    if (!line.startsWith('{') || !line.endsWith('}')) return line
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
    return err ? `${msg}: ${err.message}` : msg
  })
  return lines.join('\n')
}

export function removeData(product: Product): void {
  rmSync(product.dataDir, { recursive: true, force: true })
}
