import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')

/**
 * Runs one of the project's commands as `npm run` does, and returns its exit code and output.
 * @param limit of what it may use, as a parameter of the shell's `ulimit`
 */
export function runCommand(
  name:
    | 'backup'
    | 'restore'
    | 'erase-again'
    | 'status'
    | 'doctor'
    | 'export'
    | 'import'
    | 'reset-password'
    | 'run-checks',
  parameters: string[],
  env: Record<string, string>,
  limit?: string,
): Promise<{ code: number | null; output: string }> {
  const program = ['./launch.sh', `src/server/cli/${name}.ts`, ...parameters]
  const [command, ...rest] = limit ? ['sh', '-c', `ulimit ${limit}; exec "$0" "$@"`, ...program] : program
  const child = spawn(command!, rest, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((done) => child.once('close', (code) => done({ code, output })))
}
