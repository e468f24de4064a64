import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, Suspense } from 'react'
import { loadable } from '#dashboard/lib/late.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'

const Sheet = loadable(() => import('#dashboard/ui/sheet.tsx'), 'Sheet')

/** Where the details are shown, depending on the space: beside the thread, over it, or in its place. */
export type DetailsRoom = 'beside' | 'over' | 'instead'

interface DetailsPanelProps {
  room: DetailsRoom
  shown: boolean
  onClose: () => void
  children: ReactNode
}

/** The details pane: a column on a wide screen, a sheet on a tablet, a screen of its own on a phone. */
export function DetailsPanel({ room, shown, onClose, children }: DetailsPanelProps) {
  if (room === 'over')
    return (
      <Suspense>
        <Sheet open={shown} onOpenChange={onClose} title="Details" className="max-w-80">
          {children}
        </Sheet>
      </Suspense>
    )
  if (!shown) return null
  return (
    <aside
      aria-label="Details"
      className={
        room === 'beside'
          ? 'w-72 shrink-0 overflow-y-auto border-line border-l bg-surface'
          : 'flex min-w-0 flex-1 flex-col bg-surface'
      }
    >
      {room === 'instead' && (
        <header className="flex h-14 shrink-0 items-center gap-2 border-line border-b px-3">
          <IconButton icon={ArrowLeft} label="Back to the conversation" onClick={onClose} />
          <h2 className="font-semibold">Details</h2>
        </header>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </aside>
  )
}
