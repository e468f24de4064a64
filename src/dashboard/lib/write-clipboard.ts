/** Writes to the clipboard; on plain HTTP pages, which lack its API, by `execCommand`. @returns whether it worked */
export async function writeClipboard(value: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyFromField(value)
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    return false
  }
}

function copyFromField(value: string): boolean {
  const active = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = value
  field.className = 'sr-only'
  // An open dialog or menu takes the focus back from everything outside itself.
  const place = active?.closest('[role$=dialog],[role=menu]') ?? document.body
  place.append(field)
  field.focus()
  field.select()
  const isCopied = document.execCommand('copy')
  active?.focus()
  field.remove()
  return isCopied
}
