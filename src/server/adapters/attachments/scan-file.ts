import { execFile } from 'node:child_process'
import { withTemporaryFile } from '../../file-system/with-temporary-file.ts'

const PATIENCE_MS = 60_000
const REFUSED = 1

/**
 * Has a program look at a file, such as a virus scanner.
 * @param command the program with its arguments, between which are spaces; the file's path is added as the last one
 * @returns whether it lets the file pass (exit status 0), or refuses it (1)
 * @throws Error if it ends in any other way, can't be started, or takes longer than a minute
 */
export function scanFile(command: string, bytes: Uint8Array): Promise<boolean> {
  const [program = '', ...words] = command.split(' ').filter(Boolean)
  const scanned = (path: string) =>
    new Promise<boolean>((resolve, reject) =>
      execFile(program, [...words, path], { timeout: PATIENCE_MS, maxBuffer: 1_048_576 }, (error) => {
        if (!error) resolve(true)
        else if (error.code === REFUSED) resolve(false)
        else reject(error)
      }),
    )
  return withTemporaryFile('baton-scan', bytes, scanned)
}
