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
  return runProgram(limit ? ['sh', '-c', `ulimit ${limit}; exec "$0" "$@"`, ...program] : program, env)
}

/** Runs a program to its end in the project's folder, and returns its exit code and output. */
export function runProgram(
  [command, ...parameters]: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command!, parameters, {
    cwd: PROGRAM,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((done) => child.once('close', (code) => done({ code, output })))
}
