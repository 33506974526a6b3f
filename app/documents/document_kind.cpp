#include "app/documents/document_kind.h"

#include "engine/io/format_of.h"

namespace bubblescope {

std::span<const DocumentKind* const> documentKinds() {
    static constexpr const DocumentKind* kAll[] = {
#define DOCUMENT(name) &name,
#include "app/documents/documents.def"
#undef DOCUMENT
    };
    return kAll;
}

const DocumentKind& kindOf(std::string_view text) {
    const std::string format = formatOf(text);
    for (const DocumentKind* kind : documentKinds().subspan(1))
        if (format == kind->format) return *kind;
    return *documentKinds().front();
}

}  // namespace bubblescope
