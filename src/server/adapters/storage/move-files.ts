import { allOf } from '../../concurrency/all-of.ts'
import type { Storage } from './storage.ts'

/**
 * Moves all files to another storage. Nothing is removed before everything has arrived, so that it can be begun again.
 * @returns how many were moved
 * @throws Error if a file has another size there; the storages' errors
 */
export async function moveFiles(from: Storage, to: Storage): Promise<number> {
  const files = await allOf(from.list())
  const sizesThere = async () => new Map((await allOf(to.list())).map(({ key, size }): [string, number] => [key, size]))
  const before = await sizesThere()
  for (const { key, size } of files) {
    if (before.get(key) === size) continue
    await to.remove(key)
    const content = await from.open(key)
    if (content) await to.save(key, content)
  }
  const after = await sizesThere()
  const wrong = files.find(({ key, size }) => after.get(key) !== size)
  if (wrong) throw new Error(`The file ${wrong.key} has not arrived as it is. Nothing was removed: try it again.`)
  for (const { key } of files) await from.remove(key)
  return files.length
}
