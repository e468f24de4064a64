import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { randomId } from '#contract/random-id.ts'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { paced } from '#dashboard/api/paced.ts'
import { byteSize } from '#dashboard/lib/sizes.ts'
import { refusedKind } from './file-kinds.ts'

export type UploadState =
  | { phase: 'queued' }
  | { phase: 'paused'; until: number }
  | { phase: 'sending'; progress: number }
  | { phase: 'checking' }
  | { phase: 'done' }
  | { phase: 'failed'; error: unknown }

export interface Upload {
  /** Id of the upload, also its Idempotency-Key, so that sending it again can't create a second source. */
  id: string
  file: File
  state: UploadState
}

const AT_ONCE = 2

/** Uploads files, at most `AT_ONCE` at the same time, each with its own progress and error. */
export function useUploads(agentId: string) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  /** Stops each of the uploads that are under way, by their ids. */
  const [stopping] = useState(() => new Map<string, AbortController>())

  const change = (id: string, state: UploadState) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, state } : upload)))

  async function run({ id, file }: Upload): Promise<void> {
    const stop = new AbortController()
    stopping.set(id, stop)
    const { signal } = stop
    const send = () => {
      change(id, { phase: 'sending', progress: 0 })
      return call(
        'createSource',
        { params: { agent: agentId }, body: { type: 'file', file } },
        {
          signal,
          idempotencyKey: id,
          onProgress: (progress) => change(id, progress < 1 ? { phase: 'sending', progress } : { phase: 'checking' }),
        },
      )
    }
    try {
      const onWait = (until?: number) => until && change(id, { phase: 'paused', until })
      await paced(send, { signal, onWait })
      change(id, { phase: 'done' })
      void invalidateAfter(client, 'createSource', { agent: agentId })
    } catch (error) {
      if (!signal.aborted) change(id, { phase: 'failed', error })
    } finally {
      stopping.delete(id)
    }
  }

  useEffect(() => {
    const free = AT_ONCE - stopping.size
    const next = uploads.filter(({ id, state }) => state.phase === 'queued' && !stopping.has(id)).slice(0, free)
    for (const upload of next) void run(upload)
  })
  useEffect(
    () => () => {
      for (const stop of stopping.values()) stop.abort()
    },
    [stopping],
  )

  return {
    uploads,
    add: (files: Iterable<File>) =>
      setUploads((all) => [...all, ...[...files].map((file) => ({ id: randomId(), file, state: firstState(file) }))]),
    remove: (id: string) => {
      stopping.get(id)?.abort()
      setUploads((all) => all.filter((upload) => upload.id !== id))
    },
    /** Uploads a file again with a new Idempotency-Key, as the file may have changed since. */
    retry: (id: string) =>
      setUploads((all) =>
        all.map((upload) =>
          upload.id === id ? { ...upload, id: randomId(), state: firstState(upload.file) } : upload,
        ),
      ),
  }
}

/** The first state of an upload: an error, so that it is not sent, for an empty, too large or unsupported file. */
function firstState(file: File): UploadState {
  const problem =
    file.size === 0
      ? 'is empty'
      : file.size > limits.fileBytes
        ? `is ${byteSize(file.size)}; ${byteSize(limits.fileBytes)} is the most`
        : refusedKind(file.name)
  if (!problem) return { phase: 'queued' }
  const details = [{ field: 'file', message: problem }]
  return { phase: 'failed', error: new ApiError({ status: 422, code: 'validation_failed', message: problem, details }) }
}
