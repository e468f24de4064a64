/**
 * Loaded with `--import` into a process that stands for the next version: it has one migration more, a slow one, which
 * adds what the version before can live with, as every migration must.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

export const NEWER_MIGRATION = '9999-newer'
/** What the migration takes at the least. */
export const MIGRATION_MS = 1_500

/** The environment of such a process. */
export const newerVersion = { NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename).href}`, NEWER: 'yes' }

const LIST = /const migrations: Record<string, Migration> = \{/

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
