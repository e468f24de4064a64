import { join } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { createBucketStorage } from './bucket.ts'
import { createFolderStorage } from './folder.ts'
import type { Storage } from './storage.ts'

/** The folder of uploaded files, where they lie in DATA_DIR. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

/** The storage that the configuration names: `STORAGE_URL`, else a folder in DATA_DIR. */
export const createStorage = ({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): Storage =>
  storage ? createBucketStorage(storage) : createFolderStorage(filesFolder(dataDir))
