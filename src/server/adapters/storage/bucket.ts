import { openAsBlob } from 'node:fs'
import { withTemporaryFile } from '../../file-system/with-temporary-file.ts'
import type { S3Address } from './s3/address.ts'
import { createS3 } from './s3/client.ts'
import { isKey, keyChecked, type Storage } from './storage.ts'

/**
 * Stores files in a bucket, each as an object whose name is its key. So processes need no folder in common.
 * @throws (its methods) Error for a key that is no UUID; StorageError
 */
export function createBucketStorage(address: S3Address): Storage {
  const s3 = createS3(address)

  return {
    save: (key, content) =>
      content instanceof Uint8Array
        ? s3.put(keyChecked(key), new Blob([content as Uint8Array<ArrayBuffer>]))
        : // To be sent, a stream's content needs a size and a checksum beforehand.
          withTemporaryFile('baton-file', content, async (path) => s3.put(keyChecked(key), await openAsBlob(path))),
    read: (key) => s3.read(keyChecked(key)),
    open: (key) => s3.open(keyChecked(key)),
    remove: (key) => s3.remove(keyChecked(key)),
    async *list() {
      for await (const { path, size } of s3.list()) if (isKey(path)) yield { key: path, size }
    },
    close: () => s3.close(),
  }
}
