import { execFile, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../tools/free-port.ts'
import { until } from './until.ts'

const run = promisify(execFile)

export interface Runtime {
  name: string
  /** Runs the walk in a folder that holds it and the client. Returns the operations that it called. */
  walk: (folder: string, given: object) => Promise<string[]>
  /** Runs a program in such a folder. Returns what it prints. */
  run?: (folder: string, file: string, env: Record<string, string>) => Promise<string>
}

/** Where other runtimes lie, as `npm install` has put them there; without it those on the path are tried. */
const FOLDER = process.env.CLIENT_RUNTIMES

const printed = (name: string, command: string, options: string[] = []): Runtime => ({
  name,
  walk: async (folder, given) => {
    const { stdout } = await run(command, [...options, 'run.js', JSON.stringify(given)], { cwd: folder })
    return JSON.parse(stdout)
  },
  run: async (folder, file, env) => {
    const { stdout } = await run(command, [...options, file], { cwd: folder, env: { ...process.env, ...env } })
    return stdout
  },
})

/** This Node, and those of Node 20 and 22, Deno, Bun and workerd that are there. */
export function runtimes(): { found: Runtime[]; missing: string[] } {
  const found: Runtime[] = [printed(`Node ${process.versions.node}`, process.execPath)]
  const missing: string[] = []
  const offer = (name: string, path: string, make: (command: string) => Runtime) => {
    const inFolder = FOLDER ? [join(FOLDER, 'node_modules', path)] : []
    const onPath = process.env.PATH!.split(delimiter).map((folder) => join(folder, name))
    const command = [...inFolder, ...onPath].find((path) => existsSync(path))
    if (command) found.push(make(command))
    else missing.push(name)
  }
  for (const version of ['node20', 'node22'])
    offer(version, `${version}/bin/node`, (command) => printed(version, command))
  offer('deno', '@deno/linux-x64-glibc/deno', (command) =>
    printed('Deno', command, ['run', '--allow-net', '--allow-env', '--no-prompt', '--node-modules-dir=manual']),
  )
  offer('bun', 'bun/bin/bun.exe', (command) => printed('Bun', command, ['run']))
  offer('workerd', '@cloudflare/workerd-linux-64/bin/workerd', (command) => ({
    name: 'workerd',
    walk: (folder, given) => walkInWorkerd(command, folder, given),
  }))
  return { found, missing }
}

async function walkInWorkerd(command: string, folder: string, given: object): Promise<string[]> {
  const port = await freePort()
  writeFileSync(join(folder, 'workerd.capnp'), configuration(port))
  const workerd = spawn(command, ['serve', 'workerd.capnp'], { cwd: folder, stdio: 'inherit' })
  try {
    const body = JSON.stringify(given)
    const url = `http://127.0.0.1:${port}/`
    await until('workerd listens', () => fetch(url, { method: 'POST', body: 'x' }).then(Boolean, () => false))
    const answer = await fetch(url, { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as string[]
  } finally {
    workerd.kill()
  }
}

const configuration = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "walk.js", esModule = embed "walk.js"),
    (name = "baton-client", esModule = embed "node_modules/baton-client/index.js"),
  ],
  compatibilityDate = "2026-01-01",
);
`
