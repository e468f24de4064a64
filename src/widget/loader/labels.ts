/** What the launcher says: to open, to close, and that the chat can't be reached, before the link that opens it. */
type Labels = readonly [open: string, close: string, unreachable: string]

const labels: Record<string, Labels> = {
  en: ['Open chat', 'Close chat', 'The chat can’t be reached.'],
  de: ['Chat öffnen', 'Chat schließen', 'Der Chat ist nicht erreichbar.'],
  fr: ['Ouvrir le chat', 'Fermer le chat', 'Le chat est injoignable.'],
  es: ['Abrir el chat', 'Cerrar el chat', 'No se puede acceder al chat.'],
  it: ['Apri la chat', 'Chiudi la chat', 'La chat non è raggiungibile.'],
  pt: ['Abrir o chat', 'Fechar o chat', 'O chat está inacessível.'],
  nl: ['Chat openen', 'Chat sluiten', 'De chat is onbereikbaar.'],
  pl: ['Otwórz czat', 'Zamknij czat', 'Czat jest niedostępny.'],
  tr: ['Sohbeti aç', 'Sohbeti kapat', 'Sohbete ulaşılamıyor.'],
  uk: ['Відкрити чат', 'Закрити чат', 'Чат недоступний.'],
  ru: ['Открыть чат', 'Закрыть чат', 'Чат недоступен.'],
  ar: ['فتح المحادثة', 'إغلاق المحادثة', 'تعذر الوصول إلى المحادثة.'],
  he: ['פתיחת הצ׳אט', 'סגירת הצ׳אט', 'הצ׳אט אינו זמין.'],
  ja: ['チャットを開く', 'チャットを閉じる', 'チャットに接続できません。'],
  zh: ['打开聊天', '关闭聊天', '无法连接聊天。'],
}

/** The labels in the language `tag`, else in the first of the browser's languages that is here, else in English. */
export const labelsFor = (tag: string | undefined, next = 0): Labels =>
  tag ? (labels[tag.slice(0, 2).toLowerCase()] ?? labelsFor(navigator.languages[next], next + 1)) : labels.en!
