import type { Data } from '#contract/index.ts'
import { basePaths } from '#contract/route.ts'
import { widgetRoutes } from '#contract/widget-routes.ts'
import { Refusal } from './api.ts'

const PATIENCE_MS = 5 * 60_000 // 10 MB on a slow mobile network

/**
 * Uploads a file under a visitor's token. `told` is called with the part of it that has left, from 0 to 1.
 * @throws Refusal, with status 0 also once `end` is aborted
 */
export function upload(
  file: File,
  token: string,
  told: (part: number) => void,
  end: AbortSignal,
): Promise<Data<'uploadFile'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest() // `fetch` does not tell how far an upload is
    request.open('POST', basePaths.widget + widgetRoutes.uploadFile.path)
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.responseType = 'json'
    request.timeout = PATIENCE_MS
    request.upload.onprogress = ({ loaded, total }) => told(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve(request.response.data)
      else reject(new Refusal(request.status))
    }
    request.onerror = request.ontimeout = request.onabort = () => reject(new Refusal(0))
    end.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

/** Reads a file, or the small picture of it, under a visitor's token. @throws Refusal */
export async function download(id: string, token: string, isSmall: boolean): Promise<Blob> {
  const path = widgetRoutes.readFile.path.replace('{id}', id)
  const answer = await fetch(`${basePaths.widget}${path}${isSmall ? '?thumbnail=1' : ''}`, {
    credentials: 'omit',
    headers: { Authorization: `Bearer ${token}` },
  }).catch(() => {
    throw new Refusal(0)
  })
  if (!answer.ok) throw new Refusal(answer.status)
  return answer.blob()
}

/** The bytes as an address that the panel's security policy lets a picture have. */
export function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
