#include "app/documents/collective_document.h"

#include "engine/io/collective_file.h"

#include <QSignalBlocker>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr QLatin1String kAlgorithm("algorithm");

CollectiveSetup fresh() {
    CollectiveSetup setup;
    setup.algorithms = usualAlgorithms(setup.collective);
    return setup;
}

Result<DocumentContent> read(const std::string& text, ReadAs) {
    auto setup = readCollective(text);
    if (!setup) return setup.error();
    return contentOf<CollectiveDocument>(std::move(*setup));
}

}  // namespace

const DocumentKind kCollectiveKind{
    .id = "collective",
    .called = QT_TRANSLATE_NOOP("Text", "a collective"),
    .files = QT_TRANSLATE_NOOP("Text", "Collectives"),
    .suffix = ".json",
    .format = "bubblescope-collective",
    .presets = ":/presets/collectives/",
    .listed = "collectives",
    .first = "all-reduce",
    .read = read,
    .make = [](QObject* parent) -> Document* { return new CollectiveDocument(parent); },
    .fresh = [](const Scenario&) { return contentOf<CollectiveDocument>(fresh()); },
};

CollectiveDocument::CollectiveDocument(QObject* parent) : DocumentOf(kCollectiveKind, fresh(), parent) {}

Result<void> CollectiveDocument::check(const CollectiveSetup& setup) const { return checkCollective(setup); }

std::string CollectiveDocument::text() const { return writeCollective(setup()); }

void CollectiveDocument::applyFrom(int index, const CollectiveEdit& edit) {
    {
        const QSignalBlocker unseen(this);
        undoStack().setIndex(std::min(index, undoStack().index()));
    }
    edit.after == setup() ? emit changed() : apply(edit);
}

const std::string& CollectiveDocument::algorithm() const {
    const auto& all = setup().algorithms;
    return std::find(all.begin(), all.end(), m_algorithm) == all.end() ? all.front() : m_algorithm;
}

void CollectiveDocument::setAlgorithm(const std::string& id) {
    if (m_algorithm == id) return;
    m_algorithm = id;
    emit lookChanged();
}

QJsonObject CollectiveDocument::look() const {
    return algorithm() == setup().algorithms.front() ? QJsonObject()
                                                     : QJsonObject{{kAlgorithm, toQString(algorithm())}};
}

void CollectiveDocument::setLook(const QJsonObject& look) {
    m_algorithm = look.value(kAlgorithm).toString().toStdString();
    emit lookChanged();
}

void CollectiveDocument::start(const CollectiveSetup& setup, const Origin& origin) {
    m_algorithm.clear();
    DocumentOf::start(setup, origin);
}

}  // namespace bubblescope
