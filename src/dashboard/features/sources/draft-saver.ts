export interface DraftValues {
  content: string
  /** Title of the draft; undefined lets the server derive it from the text. */
  title?: string | undefined
}

export type SaveState = { phase: 'idle' | 'waiting' | 'saving' | 'saved' } | { phase: 'failed'; error: unknown }

interface DraftSaverOptions {
  /** Id of the draft to continue; undefined for a new one. */
  id?: string | undefined
  create: (values: DraftValues) => Promise<string>
  update: (id: string, values: DraftValues) => Promise<unknown>
  onState: (state: SaveState) => void
}

const PAUSE_MS = 900 // milliseconds after the last key press until the draft is saved

/** Saves a draft while it is written, one request at a time, with the latest text. The first may create it. */
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

    /** The first words are saved at once, which creates the draft; later texts after a pause in typing. */
    note: (values: DraftValues) => {
      if (!id && !values.content.trim() && !values.title?.trim()) {
        unsaved = undefined
        clearTimeout(timer)
        return onState({ phase: 'idle' })
      }
      unsaved = values
      onState({ phase: 'waiting' })
      clearTimeout(timer)
      // Save the first words at once: until a draft exists, a reload of the page could not find it.
      if (!id && !running && !failed) return void flush().catch(() => undefined)
      timer = setTimeout(() => void flush().catch(() => undefined), PAUSE_MS)
    },

    flush,
  }

  /** Saves unsaved text now. Rejects if that fails; the text is kept for another attempt. */
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
