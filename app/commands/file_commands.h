#pragma once

#include <QObject>

#include "app/documents/presets.h"

#include <vector>

class QMenu;
class QWidget;

namespace bubblescope {

class Document;
class Documents;
struct Settings;

/// What the File and Presets menus do with the documents: ask for names, open, save, remember. What is opened goes to
/// the document of its kind; all else concerns the current one.
///
/// Errors  failed() with one line; the documents are then as they were
/// Thread  the interface thread; asks with dialogs above `window`
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(const Documents& documents, Settings& settings, QWidget* window);

    Document& current() const { return *m_current; }
    void setCurrent(Document& document) { m_current = &document; }

    /// Starts the current document over: with the default comparison, an experiment on the open scenario, or a
    /// collective.
    void startNew();
    void openWithDialog();
    /// Opens a document of any kind, a picture with one inside, or `preset:NAME`.
    bool open(const QString& path);
    bool save() { return saveDocument(*m_current); }
    bool saveAs() { return saveDocumentAs(*m_current); }
    /// Asks for the document's title.
    void changeTitle();
    /// Asks for a name and writes a table there.
    void saveTable(const QString& csv);
    /// Whether the unsaved changes of all these are saved, or may go. Asks once.
    bool settleChanges(const std::vector<Document*>& documents);

    void fillRecent(QMenu& menu);
    void fillPresets(QMenu& menu);

signals:
    void failed(const QString& line);
    /// A document went to another place, or came from one: then its content is another one.
    void done(bubblescope::Document& document, bool isOther);
    void tableSaved(const QString& line);

private:
    bool saveDocument(Document& document);
    bool saveDocumentAs(Document& document);
    bool saveTo(Document& document, const QString& path);
    void remember(const QString& path);
    void addPresets(QMenu& menu, const std::vector<Preset>& presets);

    const Documents& m_documents;
    Document* m_current;
    Settings& m_settings;
    QWidget* m_window;
};

}  // namespace bubblescope
