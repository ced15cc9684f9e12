// The page of the link that makes an admin. It stands alone, without the product's scripts: nothing but a button. Pure.

export const ADMIN_LINK_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A button for a link that is good (`token`, of letters, digits, - and _ alone); else what to do without one. */
export function adminLinkPage(token: string | undefined): string {
  const body =
    token === undefined
      ? '<p>This link was used before or is older than an hour. The server prints a new one when it starts with ADMIN_LINK=on.</p>'
      : `<p>Become an admin of this server, in this browser, for twelve hours. The link works once.</p>
<form method="post" action="/admin/enter"><input type="hidden" name="token" value="${token}"><button>Enter as an admin</button></form>`
  return `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Admin · Twinmint</title>
<style>
body { margin: 20vh auto; max-width: 30rem; padding: 0 1rem; background: #08070c; color: #f5f2fb; font: 16px/1.5 system-ui, sans-serif }
button { padding: .75rem 1.5rem; border: 0; border-radius: 8px; background: #ffcf3a; color: #08070c; font: inherit; font-weight: 600; cursor: pointer }
</style>
<h1>Twinmint</h1>
${body}
</html>
`
}
