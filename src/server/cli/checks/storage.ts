import { randomUUID } from 'node:crypto'
import { nameOf } from '../../adapters/storage/s3/address.ts'
import { createS3 } from '../../adapters/storage/s3/client.ts'
import { allOf } from '../../concurrency/all-of.ts'
import { type Check, fine, reasonOf, wrong } from './check.ts'

/** Stores a small file in the bucket of STORAGE_URL, reads it and removes it. */
export const checkStorage: Check = async ({ config: { storage: address } }) => {
  if (!address) return []
  const name = 'storage of files'
  const where = `${nameOf(address)} at ${address.endpoint}`
  const storage = createS3(address)
  const key = randomUUID()
  try {
    await storage.put(key, new Blob(['1']))
    const read = await storage.read(key)
    const found = (await allOf(storage.list(key))).length === 1
    await storage.remove(key)
    if (read && found) return fine(name, `${where} takes files, and gives them back.`)
    const mend = 'Let the key of AWS_ACCESS_KEY_ID put, get, list and delete objects there, at once and as they are.'
    return wrong(name, `${where} does not give back what it has taken.`, mend)
  } catch (error) {
    const mend =
      'Make the bucket, let the key of AWS_ACCESS_KEY_ID put, get, list and delete objects in it, and see that this machine reaches the endpoint.'
    return wrong(name, `${where}: ${reasonOf(error)}.`, mend)
  } finally {
    await storage.close()
  }
}
