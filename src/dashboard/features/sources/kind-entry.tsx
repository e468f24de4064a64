/** A way to add knowledge, with what it is good for, in a menu or a list. */
export function KindEntry({ label, description }: { label: string; description: string }) {
  return (
    <span className="min-w-0">
      <span className="block font-medium">{label}</span>
      <span className="block text-muted text-sm">{description}</span>
    </span>
  )
}
