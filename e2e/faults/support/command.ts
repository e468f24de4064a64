import { spawn } from 'node:child_process'
import { commandOf, PROGRAM } from '../../tools/product.ts'

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
    | 'checks'
    | 'storage',
  parameters: string[],
  env: Record<string, string>,
  limit?: string,
): Promise<{ code: number | null; output: string }> {
  const program = [...commandOf(name), ...parameters]
  const [command, ...rest] = limit ? ['sh', '-c', `ulimit ${limit}; exec "$0" "$@"`, ...program] : program
  const child = spawn(command!, rest, {
    cwd: PROGRAM,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((done) => child.once('close', (code) => done({ code, output })))
}
