// The first script of a document whose page the server has drawn: brings the others when that stands on the screen, so that they
// keep nothing of it waiting. The document says which (src/server/pages.ts), the one that begins first.
function begin(): void {
  const scripts = JSON.parse(document.getElementById('start')?.dataset['scripts'] ?? '[]') as string[]
  for (const href of scripts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import(/* @vite-ignore */ scripts[0] ?? '')
}

// A tab in the background draws nothing until somebody looks.
if (document.hidden) begin()
else requestAnimationFrame(() => setTimeout(begin))
