import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { tabStore } from '#dashboard/lib/tab-store.ts'
import type { MailboxForm } from './mailbox-form.ts'
import type { ProviderName } from './providers.ts'

/** What is kept in this tab while its page is at a provider's, where somebody signs in to a mailbox. */
interface Away {
  /** By which name the installation knows the company where one signs in. */
  company: string
  /** The mailbox that is not added yet, without passwords; null where there is one already. */
  form: MailboxForm | null
  provider: ProviderName
  /** The id of the mailbox that is signed in to anew; null for one that is not added yet. */
  mailboxId: string | null
}

export const away = tabStore<Away | null>('mailbox-sign-in', null)

/** With what the provider's page leads back: a grant, or why there is none. */
export interface Returned {
  grant?: string
  refused?: string
}

const REFUSED: Record<string, string> = {
  denied: 'Nobody was signed in: it was refused there.',
  expired: 'Signing in took too long, or was begun elsewhere. Begin it again.',
}

export const refusalOf = ({ refused }: Returned): string | null =>
  refused === undefined
    ? null
    : (REFUSED[refused] ?? 'Nobody was signed in, as the provider gave no access. Try it again.')

const NAMES: Record<string, string> = { google: 'Google', microsoft: 'Microsoft' }

/** What people call a company at which one signs in. */
export const companyName = (company: string): string =>
  NAMES[company] ?? company.charAt(0).toUpperCase() + company.slice(1)

/** The companies at which one can sign in to a mailbox of a provider; those of other names may have anybody's. */
const companiesOf = (provider: ProviderName, all: readonly string[]): readonly string[] =>
  all.filter((company) => (company in NAMES ? company === provider : provider === 'other'))

/** Those of a provider's companies at which this installation signs in; none until they are known. */
export function useCompanies(provider: ProviderName): readonly string[] {
  const all = api.listMailProviders.useQuery().data ?? []
  return companiesOf(provider, all)
}

/** Leads this page to a provider's, which leads it back to the settings. */
export function useSignIn() {
  const begin = api.startMailGrant.useMutation({
    onError: (error) => {
      away.set(null)
      tellError(error, 'Signing in was not begun')
    },
  })
  const start = (kept: Away) => {
    away.set(kept)
    begin.mutate({ body: { provider: kept.company } }, { onSuccess: ({ url }) => window.location.assign(url) })
  }
  return { start, isPending: begin.isPending }
}
