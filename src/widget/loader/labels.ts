/** What the launcher says: to open, to close, and that the chat can't be reached. */
type Labels = readonly [open: string, close: string, unreachable: string]

const labels: Record<string, Labels> = {
  en: ['Open chat', 'Close chat', 'The chat can’t be reached. Open it here'],
  de: ['Chat öffnen', 'Chat schließen', 'Der Chat ist nicht erreichbar. Hier öffnen'],
  fr: ['Ouvrir le chat', 'Fermer le chat', 'Le chat est injoignable. L’ouvrir ici'],
  es: ['Abrir el chat', 'Cerrar el chat', 'No se puede acceder al chat. Abrirlo aquí'],
  it: ['Apri la chat', 'Chiudi la chat', 'La chat non è raggiungibile. Aprila qui'],
  pt: ['Abrir o chat', 'Fechar o chat', 'O chat está inacessível. Abrir aqui'],
  nl: ['Chat openen', 'Chat sluiten', 'De chat is onbereikbaar. Open hem hier'],
  pl: ['Otwórz czat', 'Zamknij czat', 'Czat jest niedostępny. Otwórz tutaj'],
  tr: ['Sohbeti aç', 'Sohbeti kapat', 'Sohbete ulaşılamıyor. Buradan açın'],
  uk: ['Відкрити чат', 'Закрити чат', 'Чат недоступний. Відкрийте тут'],
  ru: ['Открыть чат', 'Закрыть чат', 'Чат недоступен. Откройте здесь'],
  ar: ['فتح المحادثة', 'إغلاق المحادثة', 'تعذر الوصول إلى المحادثة. افتحها هنا'],
  he: ['פתיחת הצ׳אט', 'סגירת הצ׳אט', 'הצ׳אט אינו זמין. פתחו אותו כאן'],
  ja: ['チャットを開く', 'チャットを閉じる', 'チャットに接続できません。こちらから開く'],
  zh: ['打开聊天', '关闭聊天', '无法连接聊天。在此打开'],
}

/** The labels in the language `tag`, else in the first of the browser's languages that is here, else in English. */
export const labelsFor = (tag: string | undefined, next = 0): Labels =>
  tag ? (labels[tag.slice(0, 2).toLowerCase()] ?? labelsFor(navigator.languages[next], next + 1)) : labels.en!
