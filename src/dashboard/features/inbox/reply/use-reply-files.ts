import { useEffect, useState } from 'react'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { randomId } from '#contract/random-id.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { describeError } from '#dashboard/components/describe-error.ts'
import { byteSize } from '#dashboard/lib/sizes.ts'

export type Uploaded = Data<'uploadAttachment'>

export interface ReplyFile {
  key: string
  name: string
  /** How much of it is uploaded, from 0 to 1. */
  part: number
  uploaded?: Uploaded
  /** Why it can't be sent. */
  problem?: string
  stop: AbortController
}

/**
 * The files that a member has chosen for their next reply, each uploaded at once.
 * @param known those that are uploaded already, as of a mail that was taken back
 */
export function useReplyFiles(most: number, known: readonly Uploaded[] = []) {
  const [files, setFiles] = useState<readonly ReplyFile[]>(() => known.map(asReplyFile))
  const [isTooMany, setTooMany] = useState(false)
  // What is still being uploaded when the conversation is left is sent with nothing.
  const [stopping] = useState(() => new Set<AbortController>())
  useEffect(
    () => () => {
      for (const stop of stopping) stop.abort()
    },
    [stopping],
  )

  const change = (key: string, changes: Partial<ReplyFile>) =>
    setFiles((all) => all.map((file) => (file.key === key ? { ...file, ...changes } : file)))

  async function upload({ key, stop }: ReplyFile, file: File): Promise<void> {
    stopping.add(stop)
    try {
      const onProgress = (part: number) => change(key, { part })
      const options = { signal: stop.signal, onProgress }
      change(key, { uploaded: await call('uploadAttachment', { body: { file } }, options) })
    } catch (error) {
      if (!stop.signal.aborted) change(key, { problem: problemOf(error) })
    } finally {
      stopping.delete(stop)
    }
  }

  return {
    files,
    isTooMany: isTooMany || files.length > most,
    add(given: readonly File[]) {
      const fitting = given.slice(0, Math.max(0, most - files.length))
      setTooMany(fitting.length < given.length)
      const added = fitting.map((file) => {
        const problem = unfit(file)
        const reply = { key: randomId(), name: file.name, part: 0, stop: new AbortController() }
        return { file, reply: problem ? { ...reply, problem } : reply }
      })
      setFiles((all) => [...all, ...added.map(({ reply }) => reply)])
      for (const { file, reply } of added) if (!('problem' in reply)) void upload(reply, file)
    },
    /** Takes files that are uploaded already, as of a reply that is written on, beside those that are there. */
    restore: (uploaded: readonly Uploaded[]) => setFiles((all) => [...uploaded.map(asReplyFile), ...all]),
    clear() {
      setTooMany(false)
      setFiles([])
    },
    remove({ key, stop }: ReplyFile) {
      stop.abort()
      setTooMany(false)
      setFiles((all) => all.filter((file) => file.key !== key))
    },
  }
}

const asReplyFile = (uploaded: Uploaded): ReplyFile => ({
  ...{ key: uploaded.id, name: uploaded.name, part: 1, uploaded, stop: new AbortController() },
})

/** Why a file need not be uploaded to be refused. */
function unfit({ size }: File): string | undefined {
  if (size === 0) return 'It is empty'
  return size > limits.fileBytes ? `Larger than ${byteSize(limits.fileBytes)}` : undefined
}

const problemOf = (error: unknown): string =>
  isApiError(error, 'attachment_refused') ? 'Refused, as it may do harm' : describeError(error as Error).title
