import { useRef, useState } from 'preact/hooks'
import { limits } from '#contract/limits.ts'
import { Refusal } from './api.ts'
import { usePanel } from './context.ts'
import type { AttachedFile } from './types.ts'

/** Why a file can't be sent, by the words that say so. What is `notUploaded` can be tried again. */
type Problem = 'tooLarge' | 'wrongKind' | 'filesLater' | 'notUploaded'

export interface Upload {
  key: number
  given: File
  /** How much of it has left, from 0 to 1. */
  part: number
  /** What the server has made of it; null until it has all of it. */
  file: AttachedFile | null
  problem: Problem | null
  end: AbortController
}

/** The files that the visitor has chosen for their next message, each uploaded at once. */
export function useUploads() {
  const { chat } = usePanel()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [isTooMany, setTooMany] = useState(false)
  const count = useRef(0)

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  function begin({ key, given, end }: Upload): void {
    chat
      .upload(given, (part) => change(key, { part }), end.signal)
      .then((file) => change(key, { file, part: 1 }))
      .catch((error) => change(key, { problem: problemOf(error) }))
  }

  return {
    uploads,
    isTooMany,
    add(files: readonly File[]) {
      const fitting = files.slice(0, limits.filesPerMessage - uploads.length)
      setTooMany(fitting.length < files.length)
      const added = fitting.map((given): Upload => {
        count.current += 1
        const problem = given.size > limits.visitorFileBytes ? 'tooLarge' : null
        return { key: count.current, given, part: 0, file: null, problem, end: new AbortController() }
      })
      setUploads((all) => [...all, ...added])
      for (const one of added) if (!one.problem) begin(one)
    },
    again(upload: Upload) {
      change(upload.key, { problem: null, part: 0 })
      begin(upload)
    },
    remove({ key, end }: Upload) {
      end.abort()
      setTooMany(false)
      setUploads((all) => all.filter((one) => one.key !== key))
    },
    clear() {
      setTooMany(false)
      setUploads([])
    },
  }
}

function problemOf(error: unknown): Problem {
  const status = error instanceof Refusal ? error.status : 0
  if (status === 413) return 'tooLarge'
  if (status === 422) return 'wrongKind'
  return status === 429 ? 'filesLater' : 'notUploaded'
}
