import { type AnswerHead, unreachable } from './api-error.ts'

export interface Exchange {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal?: AbortSignal | undefined
  /** Fetch's option of the same name: the request goes on when its page is left. */
  keepalive?: boolean | undefined
}

/** Reports progress, which `fetch` can't. @throws ApiError `server_unreachable`, or the signal's reason when aborted */
export function upload(
  exchange: Exchange,
  onProgress: (fraction: number) => void,
): Promise<{ head: AnswerHead; text: string }> {
  return new Promise((resolve, reject) => {
    const { method, url, headers, body, signal } = exchange
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      const header = (name: string) => request.getResponseHeader(name)
      resolve({ head: { status: request.status, header }, text: request.responseText })
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was stopped.', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', abort)
    request.send(body ?? null)
  })
}
