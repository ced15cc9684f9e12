//! What explorers look for in a program's bytes: whom to tell of a fault (github.com/neodyme-labs/solana-security-txt).
#![allow(unsafe_code)] // A section of its own: `link.ts` keeps it, though nothing refers to it.

const TEXT: &str = concat!(
    "=======BEGIN SECURITY.TXT V1=======\0",
    "name\0Twinmint\0",
    "project_url\0The site on which you found this program: whoever runs it has deployed it\0",
    "contacts\0other:The operator of that site, by the links at its foot\0",
    "policy\0Please tell the operator first and leave them time to answer. There is no bounty.\0",
    "preferred_languages\0en\0",
    "auditors\0None\0",
    "=======END SECURITY.TXT V1=======\0",
);

#[used]
#[unsafe(link_section = ".security.txt")]
static SECURITY_TXT: [u8; TEXT.len()] = match TEXT.as_bytes().first_chunk() {
    Some(bytes) => *bytes,
    None => panic!(),
};
