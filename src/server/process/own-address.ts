const ANSWER_MS = 5_000

/** The address at which a server with this configuration answers on this machine. */
export function ownAddress({ host, port }: { host: string; port: number }): string {
  const named = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${named}:${port}`
}

/** The version of the server that answers at an address; undefined if none of ours does. */
export async function versionAt(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const body = (await answer.json()) as { status?: unknown; version?: string }
    return body.status === 'ok' ? body.version : undefined
  } catch {
    return undefined
  }
}
