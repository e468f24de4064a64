import { runCommand } from './command.ts'

/** Refuses connections at once, where a page of the internet would be waited for without one. */
export const NOWHERE = 'http://127.0.0.1:1/'

/**
 * Runs the doctor and returns its findings: for each check `ok`, or the problem.
 * @param limit of what it may use, as a parameter of the shell's `ulimit`
 */
export async function examine(env: Record<string, string>, reach = NOWHERE, limit?: string) {
  const { code, output } = await runCommand('doctor', ['--reach', reach], { PORT: '0', ...env }, limit)
  const lines = [...output.matchAll(/^(ok|FAIL) +(.+?) {2,}(.+)$/gm)]
  const findings = Object.fromEntries(lines.map(([, state, name, text]) => [name!, { isOk: state === 'ok', text }]))
  const failing = Object.keys(findings).filter((name) => !findings[name]!.isOk)
  return { code, output, findings, failing }
}
