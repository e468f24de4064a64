export interface DraftValues {
  content: string
  /** Undefined leaves the title to the server. */
  title?: string | undefined
}

export type SaveState = { phase: 'idle' | 'waiting' | 'saving' | 'saved' } | { phase: 'failed'; error: unknown }

interface DraftSaverOptions {
  /** Id of a draft that exists already. */
  id?: string | undefined
  create: (values: DraftValues) => Promise<string>
  update: (id: string, values: DraftValues) => Promise<unknown>
  onState: (state: SaveState) => void
}

const PAUSE_MS = 900 // after the last key; a draft is at most this far behind what is written

/** Saves a draft as it is written: one request at a time, always of the latest, the first of which makes the draft. */
export function createDraftSaver({ id: known, create, update, onState }: DraftSaverOptions) {
  let id = known
  let unsaved: DraftValues | undefined
  let running: Promise<void> | undefined
  let failed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function saveAll(): Promise<void> {
    while (unsaved) {
      const values: DraftValues = unsaved
      unsaved = undefined
      onState({ phase: 'saving' })
      try {
        if (id) await update(id, values)
        else id = await create(values)
        failed = false
      } catch (error) {
        failed = true
        unsaved ??= values
        onState({ phase: 'failed', error })
        throw error
      }
    }
    onState({ phase: 'saved' })
  }

  return {
    id: () => id,
    isSaved: () => !unsaved && !running,

    /** Notes what is written; the first of it is saved at once, what follows after a pause. */
    note: (values: DraftValues) => {
      if (!id && !values.content.trim() && !values.title?.trim()) {
        unsaved = undefined
        clearTimeout(timer)
        return onState({ phase: 'idle' })
      }
      unsaved = values
      onState({ phase: 'waiting' })
      clearTimeout(timer)
      // The first words at once: until there is a draft, a reload of the page would not know of them.
      if (!id && !running && !failed) return void flush().catch(() => undefined)
      timer = setTimeout(() => void flush().catch(() => undefined), PAUSE_MS)
    },

    flush,
  }

  /** Saves what is not saved yet. Rejects when that fails; what was written is kept for the next try. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    if (!running && !unsaved) return Promise.resolve()
    running ??= saveAll().finally(() => {
      running = undefined
    })
    return running
  }
}

export type DraftSaver = ReturnType<typeof createDraftSaver>
