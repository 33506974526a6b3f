#include "app/console/kinds_as_file.h"

#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/io/json_text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture_format.h"

#include <QFileInfo>

namespace bubblescope {

namespace {

struct KindWord {
    const FamilyInfo* family;
    std::string_view id;
};

/// The kinds that a word can mean: one, or one of each family where no family stands before the id.
std::vector<KindWord> kindsMeant(std::string_view word) {
    std::vector<KindWord> found;
    for (const FamilyInfo& family : families()) {
        std::string_view id = word;
        if (id.starts_with(family.key) && id.substr(family.key.size()).starts_with(':'))
            id.remove_prefix(family.key.size() + 1);
        if (const ScheduleKind* kind = findKind(family.family, id)) found.push_back({&family, kind->id});
    }
    return found;
}

std::string withFamily(const KindWord& word) { return std::string(word.family->key) + ':' + std::string(word.id); }

}  // namespace

bool isKind(const std::string& word) {
    return !kindsMeant(word).empty() && !QFileInfo::exists(QString::fromStdString(word));
}

Result<std::string> scenarioOfKinds(const std::vector<std::string>& words) {
    std::string entries;
    for (const std::string& word : words) {
        const std::vector<KindWord> meant = kindsMeant(word);
        if (meant.size() > 1) {
            QStringList choices;
            for (const KindWord& one : meant) choices += toQString(withFamily(one));
            return Error{Text::tr("\"%1\" is ambiguous; write %2")
                             .arg(toQString(shortened(word)), orListed(choices))
                             .toStdString(),
                         {}};
        }
        entries += (entries.empty() ? "{" : ", {") + quotedText(meant.front().family->key) + ": " +
                   quotedText(meant.front().id) + "}";
    }
    return R"({"format": "bubblescope-scenario", "version": 2, "schedules": [)" + entries + "]}";
}

QStringList kindWords() {
    QStringList words;
    for (const FamilyInfo& family : families())
        for (const ScheduleKind* kind : kindsOf(family.family)) {
            const KindWord word{&family, kind->id};
            words += toQString(kindsMeant(kind->id).size() > 1 ? withFamily(word) : std::string(kind->id));
        }
    return words;
}

QString nearestKind(const std::string& word) {
    std::vector<std::string_view> ids;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule)) ids.push_back(kind->id);
    return toQString(nearestName(word, ids));
}

}  // namespace bubblescope
