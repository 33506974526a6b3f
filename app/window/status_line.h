#pragma once

#include <QStatusBar>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace bubblescope {

class Page;

/// The bottom line of the window: the page's answer at the left, its definition at the right. Between them, work that
/// takes more than half a second shows its progress and a button that stops it; stopped work shows a button that
/// resumes it.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    /// `goOn` is enabled while stopped work can be resumed.
    explicit StatusLine(QAction& goOn, QWidget* parent = nullptr);

    void setPage(Page& page);
    bool showsProgress() const;
    /// Says for a moment what was done; over the window while this line is hidden.
    void confirm(const QString& line);

signals:
    void progressShown(bool on);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    bool hasRoomForDefinition() const;

    Page* m_page = nullptr;
    QAction& m_goOn;
    QToolButton* m_goOnButton;
    QLabel* m_answer;
    QLabel* m_definition;
    QWidget* m_work;
    QLabel* m_workText;
    QProgressBar* m_bar;
};

}  // namespace bubblescope
