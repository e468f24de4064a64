import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import { useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import { type InboxSearch, withoutDetails } from '../inbox-search.ts'
import { useStepBack } from '../step-back.ts'
import type { DetailsRoom } from './panel.tsx'

const STORED_AS = 'details'
const wanted = createStore(readStored(STORED_AS) !== 'hidden')
const route = getRouteApi('/_app/inbox')

/**
 * Beside the thread, the browser stores whether the pane is shown; over it, the address does, so that Back closes it.
 */
export function useDetails() {
  const isWide = useMediaQuery('(min-width: 1280px)')
  const isPhone = useMediaQuery('(max-width: 767px)')
  const beside = useStore(wanted)
  const covering = route.useSearch({ select: (search) => search.details ?? false })
  const navigate = useNavigate()
  const room: DetailsRoom = isWide ? 'beside' : isPhone ? 'instead' : 'over'
  const shown = isWide ? beside : covering
  const hide = useStepBack(() => void navigate({ to: '.', search: withoutDetails, replace: true }))
  const show = (show: boolean) => {
    if (isWide) {
      wanted.set(show)
      writeStored(STORED_AS, show ? undefined : 'hidden')
    } else if (show)
      void navigate({
        to: '.',
        search: (search: InboxSearch): InboxSearch => ({ ...search, details: true }),
        state: { above: true },
      })
    else hide()
  }
  return { room, shown, toggle: () => show(!shown), close: () => show(false) }
}
