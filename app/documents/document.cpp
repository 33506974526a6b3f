#include "app/documents/document.h"

#include "app/documents/open_file.h"
#include "widgets/kit/text.h"
#include "widgets/picture/save_file.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <utility>

namespace bubblescope {

namespace {

constexpr int kUndoSteps = 1000;

}  // namespace

QString documentName(const QString& path) {
    constexpr auto kSuffix = ".bubble.json";
    const QFileInfo file(path);
    const QString name = file.fileName();
    return name.endsWith(QLatin1String(kSuffix)) ? name.chopped(qstrlen(kSuffix)) : file.completeBaseName();
}

Document::Document(const DocumentKind& kind, QObject* parent) : QObject(parent), m_kind(kind) {
    m_undo.setUndoLimit(kUndoSteps);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::fileChanged);
    connect(&m_undo, &QUndoStack::indexChanged, this, [this] {
        if (std::exchange(m_becomesClean, false)) m_undo.setClean();
    });
}

// A stack that is not clean emits cleanChanged() while it is destroyed, when name and path no longer exist.
Document::~Document() { m_undo.disconnect(this); }

std::vector<Document::Unsaved> Document::unsaved() const {
    return isClean() ? std::vector<Unsaved>() : std::vector<Unsaved>{{name(), m_undo.index()}};
}

QString Document::name() const { return m_name.isEmpty() ? tr("untitled") : m_name; }

bool Document::undoToClean() {
    if (m_undo.cleanIndex() >= 0) m_undo.setIndex(m_undo.cleanIndex());
    return isClean();
}

void Document::startOver(const Origin& origin) {
    m_undo.clear();
    // clear() does not make an empty stack clean.
    if (origin.isClean)
        m_undo.setClean();
    else
        m_undo.resetClean();
    m_name = origin.name;
    m_path = origin.path;
}

void Document::setOrigin(const Origin& origin) {
    m_name = origin.name;
    m_path = origin.path;
    m_becomesClean = origin.isClean;
    emit fileChanged();
}

Result<void> Document::open(const QString& path) {
    const auto file = openFile(path);
    if (!file) return file.error();
    if (file->kind != &m_kind) {
        const auto called = [](const DocumentKind& kind) { return Text::tr(kind.called); };
        return Error{tr("this is %1, not %2").arg(called(*file->kind), called(m_kind)).toStdString(),
                     path.toStdString()};
    }
    file->content.start(*this, file->origin);
    return {};
}

Result<void> Document::saveAs(const QString& path) {
    const auto bytes = contents();
    if (!bytes) return Error{bytes.error().text(), path.toStdString()};
    if (auto written = writeFile(path, QByteArray::fromStdString(*bytes)); !written) return written;
    m_path = QFileInfo(path).absoluteFilePath();
    m_name = documentName(path);
    wasSaved();
    m_undo.setClean();
    emit fileChanged();
    return {};
}

}  // namespace bubblescope
