import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

/**
 * This program runs server and dashboard with hot reload: the server restarts on changes, Vite serves the dashboard.
 */
const ROOT = resolve(import.meta.dirname, '../..')

const children: ChildProcess[] = [
  spawn(
    process.execPath,
    ['--watch-path=src/server', '--watch-path=src/contract', 'src/server/main.ts', '--no-dashboard'],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  ),
  spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js')], { cwd: ROOT, stdio: 'inherit' }),
]

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
