import { writeClipboard } from '#dashboard/lib/write-clipboard.ts'
import { toast } from '#dashboard/ui/toast.tsx'

export async function copyLink(): Promise<void> {
  if (await writeClipboard(window.location.href)) toast.message('Link copied')
  else toast.error('The link could not be copied', { description: 'It stands in the address bar.' })
}
