import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBucketStorage } from '../adapters/storage/bucket.ts'
import { createStorage, filesFolder } from '../adapters/storage/create-storage.ts'
import { createFolderStorage } from '../adapters/storage/folder.ts'
import { moveFiles } from '../adapters/storage/move-files.ts'
import { nameOf, readS3Url } from '../adapters/storage/s3/address.ts'
import { lockDataFolder } from '../platform/create-platform.ts'
import { makeDataFolder } from '../platform/data-folder.ts'
import { readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'

const USAGE = 'Usage: npm run storage -- move [--from s3://BUCKET/PREFIX]'

/** Moves uploaded files to where the configuration keeps them: from the folder in DATA_DIR, or from a bucket. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { from: { type: 'string' } }, allowPositionals: true })
  if (positionals.join(' ') !== 'move') throw new Error(USAGE)
  process.umask(0o077) // nobody else may read what is written
  const config = readConfig()
  const { dataDir, storage } = config
  if (!values.from && !storage) throw new Error(`Set STORAGE_URL to where they are to be moved. ${USAGE}`)
  const bucket = values.from === undefined ? undefined : readS3Url(values.from, config.aws)
  if (bucket && storage && nameOf(bucket) === nameOf(storage))
    throw new Error('The files are to be moved to where they are.')
  const from = bucket ? createBucketStorage(bucket) : createFolderStorage(filesFolder(dataDir))
  const to = createStorage(config)
  makeDataFolder(dataDir)
  const unlock = await lockDataFolder(dataDir)
  try {
    const moved = await moveFiles(from, to)
    console.log(`${moved} files were moved to ${storage ? nameOf(storage) : resolve(filesFolder(dataDir))}.`)
  } finally {
    await Promise.all([from.close(), to.close()])
    unlock()
  }
})
