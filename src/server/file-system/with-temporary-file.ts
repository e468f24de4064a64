import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Runs work on a file that nobody else may read and that is removed afterwards. @param name of its folder */
export async function withTemporaryFile<Result>(
  name: string,
  content: Uint8Array | Readable,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  try {
    const path = join(folder, 'content')
    await writeFile(path, content, { mode: 0o600 })
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
