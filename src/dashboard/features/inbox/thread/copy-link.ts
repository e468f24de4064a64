import { toast } from '#dashboard/ui/toast.tsx'

/** Puts the address of the open page on the clipboard, and says so. */
export async function copyLink(): Promise<void> {
  await navigator.clipboard?.writeText(window.location.href)
  toast.message('Link copied')
}
