import { isPrivateAddress } from '../settings/trusted-proxies.ts'
import type { OtherOrigin, UnnamedProxy } from './notices.ts'

/** What the log and the doctor say of a notice: what was seen, and what to do about it. */
export interface NoticeWords {
  seen: string
  mend: string
}

/** @param named the entries of TRUST_PROXY */
export function wordsOfProxy({ address, header }: UnnamedProxy, named: readonly string[]): NoticeWords {
  const setting = `TRUST_PROXY=${[...named, address].join(',')}`
  const seen = `A request came through a proxy at ${address} (${header ?? 'no forwarding header'}) that TRUST_PROXY does not name.`
  if (!isPrivateAddress(address))
    return {
      seen,
      mend: `If ${address} is your proxy, set ${setting}. If it is not, do nothing: its headers are ignored.`,
    }
  const sends = header?.startsWith('X-Forwarded-')
    ? ''
    : ' and let it send X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host'
  return {
    seen,
    mend: `Set ${setting}${sends}. Until then its headers are ignored, and all who come through it share one address in limits and in the audit log.`,
  }
}

/** @param publicUrl the configured address */
export function wordsOfOrigin({ origin, isRefused }: OtherOrigin, publicUrl: string | undefined): NoticeWords {
  const consequence = isRefused
    ? 'nobody can sign in there.'
    : 'links lead to PUBLIC_URL, and where that is https, sign-in holds only there.'
  return {
    seen: `A page was opened at ${origin}, but PUBLIC_URL is ${publicUrl ?? 'not set'}: ${consequence}`,
    mend: `If people are to use ${origin}, set PUBLIC_URL=${origin}.`,
  }
}
