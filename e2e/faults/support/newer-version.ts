/**
 * Loaded with `--import` into a process to make it act as the next version of the product: it adds one slow migration,
 * with which, as with every migration, the version before must still work.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

export const NEWER_MIGRATION = '9999-newer'
/** Minimum duration of the migration, in milliseconds. */
export const MIGRATION_MS = 1_500

/** Environment variables for a process that is to act as the next version. */
export const newerVersion = { NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename).href}`, NEWER: 'yes' }

const LIST = /const migrations = \{/

const migration = `'${NEWER_MIGRATION}': {
  async up(db) {
    await db.schema.createTable('newer_things').addColumn('id', 'text').execute()
    await new Promise((done) => setTimeout(done, ${MIGRATION_MS}))
    await db.schema.alterTable('conversations').addColumn('newer_note', 'text').execute()
    await db.schema.createIndex('messages_newer').on('messages').columns(['user_id', 'id']).execute()
  },
},`

if (process.env.NEWER)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith('/src/server/db/migrate.ts')) return loaded
      const source = String(loaded.source)
      if (!LIST.test(source)) throw new Error('The list of migrations has another form: adapt this file.')
      return { ...loaded, source: source.replace(LIST, (found) => `${found} ${migration}`) }
    },
  })
