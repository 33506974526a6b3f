#include "app/documents/collective_document.h"

#include "app/documents/edit_command.h"
#include "engine/io/collective_file.h"
#include "widgets/kit/format.h"

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

CollectiveDocument::CollectiveDocument(QObject* parent)
    : Document(kCollectiveKind, parent), m_setup(std::make_shared<const CollectiveSetup>(fresh())) {}

void CollectiveDocument::show(std::shared_ptr<const CollectiveSetup> setup) {
    m_setup = std::move(setup);
    emit changed();
}

void CollectiveDocument::setTitle(const QString& title) {
    CollectiveSetup after = *m_setup;
    after.title = title.toStdString();
    apply({after, tr("Change title")});
}

void CollectiveDocument::apply(const CollectiveEdit& edit) {
    if (edit.after == *m_setup) return;
    if (const auto ok = checkCollective(edit.after); !ok) return emit refused(toQString(ok.error().text()));
    undoStack().push(new EditCommand<CollectiveSetup>(edit.what, m_setup,
                                                      std::make_shared<const CollectiveSetup>(edit.after), edit.gesture,
                                                      [this](auto setup) { show(std::move(setup)); }));
}

void CollectiveDocument::applyFrom(int index, const CollectiveEdit& edit) {
    {
        const QSignalBlocker unseen(this);
        undoStack().setIndex(std::min(index, undoStack().index()));
    }
    edit.after == *m_setup ? emit changed() : apply(edit);
}

const std::string& CollectiveDocument::algorithm() const {
    const auto& all = m_setup->algorithms;
    return std::find(all.begin(), all.end(), m_algorithm) == all.end() ? all.front() : m_algorithm;
}

void CollectiveDocument::setAlgorithm(const std::string& id) {
    if (m_algorithm == id) return;
    m_algorithm = id;
    emit lookChanged();
}

QJsonObject CollectiveDocument::look() const {
    return algorithm() == m_setup->algorithms.front() ? QJsonObject()
                                                      : QJsonObject{{kAlgorithm, toQString(algorithm())}};
}

void CollectiveDocument::setLook(const QJsonObject& look) {
    m_algorithm = look.value(kAlgorithm).toString().toStdString();
    emit lookChanged();
}

void CollectiveDocument::start(const CollectiveSetup& setup, const Origin& origin) {
    startOver(origin);
    m_algorithm.clear();
    emit opened();
    show(std::make_shared<const CollectiveSetup>(setup));
    emit fileChanged();
}

Document::Draft CollectiveDocument::draft() const {
    return {writeCollective(*m_setup), false, {name(), path(), isClean()}};
}

Result<std::string> CollectiveDocument::contents() const { return writeCollective(*m_setup); }

}  // namespace bubblescope
