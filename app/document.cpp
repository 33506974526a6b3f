#include "app/document.h"

#include "widgets/picture/save_file.h"

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

Document::Document(QObject* parent) : QObject(parent) {
    m_undo.setUndoLimit(kUndoSteps);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::fileChanged);
    connect(&m_undo, &QUndoStack::indexChanged, this, [this] {
        if (std::exchange(m_becomesClean, false)) m_undo.setClean();
    });
}

// A stack that is not clean says so once more as it goes, when name and path are gone already.
Document::~Document() { m_undo.disconnect(this); }

QString Document::name() const { return m_name.isEmpty() ? tr("untitled") : m_name; }

bool Document::undoToClean() {
    if (m_undo.cleanIndex() >= 0) m_undo.setIndex(m_undo.cleanIndex());
    return isClean();
}

void Document::startOver(const QString& name, const QString& path, bool clean) {
    m_undo.clear();
    if (!clean) m_undo.resetClean();
    m_name = name;
    m_path = path;
}

void Document::setOrigin(const QString& name, const QString& path, bool clean) {
    m_name = name;
    m_path = path;
    m_becomesClean = clean;
    emit fileChanged();
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
