// SPDX-License-Identifier: MIT

//! The library's own object, taken out of the archive of a release.

use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The symbols that an object needs.
pub fn undefined(object: &File) -> BTreeSet<String> {
    object
        .symbols()
        .filter(|symbol| symbol.is_undefined())
        .map(|symbol| symbol.name().expect("names are UTF-8").to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

fn defines_dral_version(object: &File) -> bool {
    object.symbols().any(|symbol| {
        symbol.is_definition() && symbol.name() == Ok("dral_version")
    })
}

/// The library's own object of an archive, which has those of std as well.
pub fn own_object(archive: &Path) -> Vec<u8> {
    let data = fs::read(archive).expect("it was built");
    let archive = ArchiveFile::parse(&*data).expect("it is an archive");
    let mut own = Vec::new();
    let mut others_need_symbols = false;
    for member in archive.members() {
        let member = member.expect("the archive is whole");
        let content = member.data(&*data).expect("the archive is whole");
        let object = File::parse(content).expect("it is an object");
        if defines_dral_version(&object) {
            own.push(content.to_vec());
        } else {
            others_need_symbols |= !undefined(&object).is_empty();
        }
    }
    assert!(others_need_symbols, "undefined symbols of std are not seen");
    assert_eq!(own.len(), 1, "objects that define dral_version");
    own.remove(0)
}
