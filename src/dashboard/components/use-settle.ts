import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationKind } from '#contract/enums.ts'
import type { Input } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { type OwnSettings, useOwnSettings } from '#dashboard/api/own-settings.ts'
import { tellError } from './tell-error.ts'

type Changes = Input<'updateOwnMember'>['body']

/**
 * The member's settings, undefined until known, and a function whose change shows at once, so that a switch does not
 * spring back; if it fails, it is taken back with a toast.
 */
export function useSettle(): [OwnSettings | undefined, (changes: Changes) => void] {
  const client = useQueryClient()
  const known = useOwnSettings()
  const [asked, setAsked] = useState<readonly Changes[]>([])

  const settle = (body: Changes) => {
    setAsked((others) => [...others, body])
    call('updateOwnMember', { body })
      .then((settled) => client.setQueryData(api.getOwnMember.key({}), settled))
      .catch((error: unknown) => tellError(error, 'This was not saved'))
      .finally(() => setAsked((all) => all.filter((one) => one !== body)))
  }
  return [known && asked.reduce(withChanges, known), settle]
}

function withChanges(known: OwnSettings, { availability = known.availability, notifications }: Changes): OwnSettings {
  const kinds = { ...known.notifications.kinds }
  for (const [kind, wishes] of Object.entries(notifications?.kinds ?? {}))
    kinds[kind as NotificationKind] = { ...kinds[kind as NotificationKind], ...wishes }
  return { availability, notifications: { ...known.notifications, ...notifications, kinds } }
}
